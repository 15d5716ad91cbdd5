/**
 * Sources: systems from which calls arrive by themselves, such as a meeting platform, a bucket or a watched folder.
 *
 * `source-kinds` defines how each vendor works. `call-sources` connects a source, `source-recordings` imports each call
 * exactly once, and `source-deliveries` receives requests and records the results.
 */
export * as callSources from './call-sources/index.ts'
export * as sourceDeliveries from './source-deliveries/index.ts'
export * as sourceKinds from './source-kinds/index.ts'
export * as sourceRecordings from './source-recordings/index.ts'
