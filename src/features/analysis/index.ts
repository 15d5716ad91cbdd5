/**
 * Analysis: processes each imported conversation step by step.
 *
 * `pipeline` runs the steps. Statistics, topics, summaries and automatic labels are steps. Trackers find phrases.
 */
export * as automaticLabels from './automatic-labels/index.ts'
export * as pipeline from './pipeline/index.ts'
export * as sentiment from './sentiment/index.ts'
export * as statistics from './statistics/index.ts'
export * as summaries from './summaries/index.ts'
export * as topics from './topics/index.ts'
export * as trackers from './trackers/index.ts'
