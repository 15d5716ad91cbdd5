/** The arrows of ARCHITECTURE.md. `architecture.test.ts` checks them and proves that each can fire. */
import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser'

/** Domains in `src/features`. Each imports only itself and those before it. */
export const DOMAINS = [
  'platform',
  'accounts',
  'text',
  'conversations',
  'sources',
  'collaboration',
  'search',
  'integrations',
  'analysis',
  'coaching',
  'fields',
  'assistant',
  'library',
  'actions',
  'deals',
  'privacy',
] as const

export const forbidden: IForbiddenRuleType[] = [
  ...DOMAINS.slice(0, -1).map((domain, index) => ({
    name: 'domains-in-order',
    severity: 'error' as const,
    comment: 'a domain imports itself and the domains before it in DOMAINS.',
    from: { path: `^src/features/${domain}/`, pathNot: '[.]test[.]ts$' },
    to: { path: `^src/features/(${DOMAINS.slice(index + 1).join('|')})/` },
  })),
  {
    name: 'features-in-domains',
    severity: 'error',
    comment: 'a feature is in a domain, and a domain holds no other file than its index.',
    from: { path: `^src/features/(?!(${DOMAINS.join('|')})/([^/]+/|index[.]ts$))` },
    to: {},
  },
  {
    name: 'domains-meet-in-the-catalog',
    severity: 'error',
    comment: 'the index of a domain loads all of it; everything but the catalog imports single features.',
    from: { path: '^src/', pathNot: '^src/catalog[.]ts$' },
    to: { path: '^src/features/[^/]+/index[.]ts$' },
  },
  {
    name: 'core-stands-alone',
    severity: 'error',
    comment: 'core imports only core, also for types.',
    from: { path: '^src/core/' },
    to: { path: '^src/(?!core/)' },
  },
  {
    name: 'features-stand-on-core',
    severity: 'error',
    comment: 'features import core and features, nothing else of ours.',
    from: { path: '^src/features/', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/(?!core/|features/)' },
  },
  {
    name: 'features-meet-at-the-index',
    severity: 'error',
    comment: 'into another feature only through its face.',
    from: { path: '^src/features/([^/]+/[^/]+)/', pathNot: '[.]test[.]ts$' },
    to: {
      path: '^src/features/[^/]+/[^/]+/',
      pathNot: ['^src/features/$1/', '^src/features/[^/]+/[^/]+/index[.]ts$'],
    },
  },
  {
    name: 'doors-know-no-feature',
    severity: 'error',
    comment: 'the doors see operations as data, and everything else through what they are handed.',
    from: { path: '^src/inbound/(http|mcp|web|oauth)/', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/(features|outbound|catalog|services|app|http-app|cli)' },
  },
  {
    name: 'pages-see-faces',
    severity: 'error',
    comment: 'pages ask operations, which faces hand out, and are made of what their door gives them.',
    from: { path: '^src/pages/', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/(?!pages/|core/|features/[^/]+/[^/]+/index[.]ts$|inbound/web/)' },
  },
  {
    name: 'only-the-doors-see-pages',
    severity: 'error',
    comment: 'pages are handed to their door, which knows none.',
    from: { path: '^src/(?!pages/|http-app[.]ts$)', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/pages/' },
  },
  {
    name: 'browsers-get-what-is-theirs',
    severity: 'error',
    comment: 'modules for browsers import each other and nothing else.',
    from: { path: '[.]browser[.]ts$' },
    to: { pathNot: '[.]browser[.]ts$' },
  },
  {
    name: 'the-command-line-sees-faces',
    severity: 'error',
    comment: 'commands see the app and the faces of features.',
    from: { path: '^src/cli/' },
    to: { path: '^src/(features/[^/]+/[^/]+/(?!index[.]ts$)|outbound/)' },
  },
  {
    name: 'the-demo-asks-like-everybody',
    severity: 'error',
    comment: 'the demo sees core and faces of features.',
    from: { path: '^src/demo/', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/(?!core/|demo/|features/[^/]+/[^/]+/index[.]ts$)' },
  },
  {
    name: 'only-the-command-line-knows-the-demo',
    severity: 'error',
    comment: 'nothing in the service depends on the demo.',
    from: { path: '^src/(?!demo/|cli/)', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/demo/' },
  },
  {
    name: 'outbound-implements-core',
    severity: 'error',
    comment: 'drivers import core and each other.',
    from: { path: '^src/outbound/', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/(?!core/|outbound/)' },
  },
  {
    name: 'only-app-wires-outbound',
    severity: 'error',
    comment: 'nobody else names a driver, but the app, what it stands on, and the model that tests begin with.',
    from: {
      path: '^src/',
      pathNot: [
        '^src/(services|app|app-background|app-files)[.]ts$',
        '^src/testing/(create-test-app|model-probe)[.]ts$',
        '^src/outbound/',
        '[.]test[.]ts$',
      ],
    },
    to: { path: '^src/outbound/' },
  },
  {
    name: 'sql-lives-in-queries',
    severity: 'error',
    comment: 'the query builder is imported only where SQL lives.',
    from: { path: '^src/(features|inbound)/', pathNot: ['/queries[^/]*[.]ts$', '/schema[.]ts$', '[.]test[.]ts$'] },
    to: { path: 'node_modules/(kysely|pg)/' },
  },
  {
    name: 'no-test-code-in-product',
    severity: 'error',
    from: { path: '^src/', pathNot: ['[.]test[.]ts$', '^src/testing/'] },
    to: { path: '^src/testing/|[.]test[.]ts$|^(tests|bench|scripts|acceptance)/' },
  },
  {
    name: 'acceptance-is-a-black-box',
    severity: 'error',
    from: { path: '^acceptance/' },
    to: { path: '^(src|tests|scripts|bench)/' },
  },
  { name: 'no-cycle', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
  { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'no-orphan',
    severity: 'error',
    from: { orphan: true, path: '^src/', pathNot: '[.](test|worker|browser|d)[.]ts$' },
    to: {},
  },
]

export const options: ICruiseOptions = {
  // TypeScript 7 has no interface for tools yet; without this the cruiser sees no module, and passes.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  // Packages of their own, which are installed only when a benchmark needs them.
  exclude: { path: '^bench/peers/' },
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
}
