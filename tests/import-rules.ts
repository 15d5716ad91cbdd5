/** The arrows of ARCHITECTURE.md. `architecture.test.ts` checks them and proves that each can fire. */
import type { ImportRule } from './import-graph.ts'

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
  'moves',
  'privacy',
] as const

export const forbidden: ImportRule[] = [
  ...DOMAINS.slice(0, -1).map((domain, index) => ({
    name: 'domains-in-order',
    comment: 'a domain imports itself and the domains before it in DOMAINS.',
    from: { path: `^src/features/${domain}/`, pathNot: '[.]test[.]ts$' },
    to: { path: `^src/features/(${DOMAINS.slice(index + 1).join('|')})/` },
  })),
  {
    name: 'features-in-domains',
    comment: 'a feature is in a domain, and a domain holds no other file than its index.',
    from: { path: `^src/features/(?!(${DOMAINS.join('|')})/([^/]+/|index[.]ts$))` },
    to: {},
  },
  {
    name: 'domains-meet-in-the-catalog',
    comment: 'the index of a domain loads all of it; everything but the catalog imports single features.',
    from: { path: '^src/', pathNot: '^src/catalog[.]ts$' },
    to: { path: '^src/features/[^/]+/index[.]ts$' },
  },
  {
    name: 'core-stands-alone',
    comment: 'core imports only core, also for types.',
    from: { path: '^src/core/' },
    to: { path: '^src/(?!core/)' },
  },
  {
    name: 'features-stand-on-core',
    comment: 'features import core and features, nothing else of ours.',
    from: { path: '^src/features/', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/(?!core/|features/)' },
  },
  {
    name: 'features-meet-at-the-index',
    comment: 'into another feature only through its face.',
    from: { path: '^src/features/([^/]+/[^/]+)/', pathNot: '[.]test[.]ts$' },
    to: {
      path: '^src/features/[^/]+/[^/]+/',
      pathNot: ['^src/features/$1/', '^src/features/[^/]+/[^/]+/index[.]ts$'],
    },
  },
  {
    name: 'doors-know-no-feature',
    comment: 'the doors see operations as data, and everything else through what they are handed.',
    from: { path: '^src/inbound/(http|mcp|web|oauth)/', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/(features|outbound|catalog|services|app|http-app|cli)' },
  },
  {
    name: 'pages-see-faces',
    comment: 'pages ask operations, which faces hand out, and are made of what their door gives them.',
    from: { path: '^src/pages/', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/(?!pages/|core/|features/[^/]+/[^/]+/index[.]ts$|inbound/web/)' },
  },
  {
    name: 'only-the-doors-see-pages',
    comment: 'pages are handed to their door, which knows none.',
    from: { path: '^src/(?!pages/|http-app[.]ts$)', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/pages/' },
  },
  {
    name: 'browsers-get-what-is-theirs',
    comment: 'modules for browsers import each other and nothing else.',
    from: { path: '[.]browser[.]ts$' },
    to: { pathNot: '[.]browser[.]ts$' },
  },
  {
    name: 'the-command-line-sees-faces',
    comment: 'commands see the app and the faces of features.',
    from: { path: '^src/cli/' },
    to: { path: '^src/(features/[^/]+/[^/]+/(?!index[.]ts$)|outbound/)' },
  },
  {
    name: 'the-demo-asks-like-everybody',
    comment: 'the demo sees core and faces of features.',
    from: { path: '^src/demo/', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/(?!core/|demo/|features/[^/]+/[^/]+/index[.]ts$)' },
  },
  {
    name: 'only-the-command-line-knows-the-demo',
    comment: 'nothing in the service depends on the demo.',
    from: { path: '^src/(?!demo/|cli/)', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/demo/' },
  },
  {
    name: 'outbound-implements-core',
    comment: 'drivers import core and each other.',
    from: { path: '^src/outbound/', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/(?!core/|outbound/)' },
  },
  {
    name: 'only-app-wires-outbound',
    comment: 'only the app, its services, and helpers of tests import drivers.',
    from: {
      path: '^src/',
      pathNot: [
        '^src/(services|app|app-(adapters|address|background|files|health|limits))[.]ts$',
        '^src/testing/(create-test-app|distributable|empty-database|fair-queue|model-probe)[.]ts$',
        '^src/outbound/',
        '[.]test[.]ts$',
      ],
    },
    to: { path: '^src/outbound/' },
  },
  {
    name: 'sql-lives-in-queries',
    comment: 'the query builder is imported only where SQL lives.',
    from: { path: '^src/(features|inbound)/', pathNot: ['/queries[^/]*[.]ts$', '/schema[.]ts$', '[.]test[.]ts$'] },
    to: { path: 'node_modules/(kysely|pg)/' },
  },
  {
    name: 'no-test-code-in-product',
    from: { path: '^src/', pathNot: ['[.]test[.]ts$', '^src/testing/'] },
    to: { path: '^src/testing/|[.]test[.]ts$|^(tests|bench|scripts|acceptance)/' },
  },
  {
    name: 'acceptance-is-a-black-box',
    from: { path: '^acceptance/' },
    to: { path: '^(src|tests|scripts|bench)/' },
  },
  { name: 'no-cycle', from: { path: '^src/' }, to: { circular: true } },
  { name: 'nothing-unresolved', from: {}, to: { couldNotResolve: true } },
  {
    name: 'no-orphan',
    from: { orphan: true, path: '^src/', pathNot: '[.](test|worker|browser|d)[.]ts$' },
    to: {},
  },
]

/** Packages of their own, which are installed only when a benchmark needs them. */
export const EXCLUDED = /^bench\/peers\//
