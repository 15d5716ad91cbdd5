/**
 * The smallest size of each benchmark, evaluation and training: what `npm run bench:smallest` runs, in seconds each, to
 * prove that they still work. An npm script without an entry here fails tests/benchmarks.test.ts.
 */

export interface Smallest {
  /** After the npm script. `DATA` stands for the folder of the smallest data, `VECTORS` for one that trainings share. */
  readonly args: readonly string[]
  /** `data`: real conversations; skipped without PARLEY_DATA. `postgres`: TEST_DATABASE_URL. `browser`: Chromium. `programs`: TEST_POSTGRES_BIN. */
  readonly needs?: readonly ('data' | 'postgres' | 'browser' | 'programs')[]
  readonly environment?: Readonly<Record<string, string>>
  /** What its report on stdout must hold: a heading of its last table. */
  readonly report: RegExp
}

/** Evaluations by words alone: embedding would take most of the time. */
const WORDS = { EMBEDDING_PROVIDER: 'none' }
const EVALUATED = ['--data', 'DATA', '--limit', '2', '--conversations', '2', '--mode', 'lexical', '--wait', '1']
/** The line below the heads of a table. */
const TABLE = /^-{3,}/m
const TRAINED = ['--data', 'DATA', '--vectors', 'VECTORS']

/** Learning takes as long as it has steps. */
const STEPS = { TRAINING_STEPS: '2' }

export const SMALLEST: Readonly<Record<string, Smallest>> = {
  'bench:lists': {
    args: ['--sizes', '1000', '--seconds', '0.1', '--rounds', '1'],
    needs: ['data', 'postgres'],
    environment: WORDS,
    report: /^Targets$/m,
  },
  'bench:import': {
    args: ['--copies', '1', '--rounds', '1'],
    needs: ['data', 'postgres'],
    environment: WORDS,
    report: /times COPY’s/,
  },
  'bench:simulate': { args: ['--conversations', '1000'], report: /^Where each design ends$/m },
  'bench:start': {
    args: ['--rounds', '1', '--conversations', '1', '--idle', '0'],
    needs: ['data'],
    // It measures the first start.
    environment: { ...WORDS, TEST_DATABASE_URL: '', PARLEY_MADE_DATABASE: '' },
    report: /^Targets$/m,
  },
  'bench:limits': {
    args: ['--seconds', '1', '--connections', '8'],
    environment: WORDS,
    report: /^with limits and turns: /m,
  },
  'bench:large-bodies': { args: ['--megabytes', '2', '--seconds', '1'], report: /^memory of the service: /m },
  'bench:questions': {
    args: ['--calls', '1', '--askers', '2', '--seconds', '1', '--rounds', '1'],
    report: /^this program, beside 2 askers: /m,
  },
  'bench:fuzz': { args: ['--requests', '1', '--operations', 'listTeams'], report: /\| listTeams \|/ },
  'bench:analysis': {
    args: ['--conversations', '5', '--bare', '2', '--rounds', '1'],
    needs: ['data'],
    environment: WORDS,
    report: /^Targets$/m,
  },
  'bench:embedding': { args: ['--rounds', '1'], report: /^Targets$/m },
  'bench:pages': {
    args: ['--size', '1000', '--seconds', '0.1', '--rounds', '1', '--pages', '5'],
    needs: ['data', 'postgres', 'browser'],
    environment: WORDS,
    report: /^Targets$/m,
  },
  'bench:search': {
    args: [
      ...['--sizes', '100', '--database', 'embedded', '--seconds', '0.1', '--rounds', '1', '--questions', '5'],
      ...['--imported', '8'],
    ],
    report: /^Targets$/m,
  },
  'bench:planning': {
    args: [...['--organizations', '1,5', '--giant', '100', '--repetitions', '10', '--questions', '2']],
    needs: ['postgres'],
    report: /^Targets$/m,
  },
  'bench:tenants': {
    args: ['--organizations', '5', '--passages', '300', '--requests', '5', '--imports', '1'],
    needs: ['data', 'postgres'],
    report: /^Targets$/m,
  },
  'bench:replicas': {
    args: ['--seconds', '1', '--rounds', '1', '--writes', '1', '--clients', '2'],
    needs: ['programs'],
    report: /^Targets$/m,
  },
  'bench:tools': {
    args: ['--conversations', '5', '--seconds', '0.2', '--rounds', '1'],
    needs: ['data'],
    report: /^Targets$/m,
  },
  'bench:fairness': {
    args: ['--imports', '6', '--singles', '1', '--waiting', '100,1000', '--organizations', '100'],
    report: /^Targets$/m,
  },
  'bench:size': {
    args: ['--conversations', '3', '--database', 'embedded'],
    needs: ['data'],
    report: /^Memory of the service, MB$/m,
  },
  'bench:mixed': { args: ['--minutes', '0.1', '--database', 'embedded'], environment: WORDS, report: /^Targets$/m },
  'eval:forms': { args: ['--mutants', '200'], report: /^200 mutants$/m },
  'eval:names': {
    args: ['--data', 'DATA', '--mode', 'lexical', '--wait', '1'],
    needs: ['data'],
    environment: WORDS,
    report: TABLE,
  },
  'eval:retrieval': { args: EVALUATED, needs: ['data'], environment: WORDS, report: TABLE },
  'eval:unlearned': {
    args: [...EVALUATED, '--limit', '1', '--vectors', 'VECTORS'],
    needs: ['data'],
    environment: { ...WORDS, ...STEPS },
    report: TABLE,
  },
  'eval:answers': { args: [...EVALUATED, '--foreign', '1'], needs: ['data'], environment: WORDS, report: TABLE },
  'eval:records': { args: ['--data', 'DATA', '--limit', '1'], needs: ['data'], environment: WORDS, report: TABLE },
  'eval:demo': { args: ['--limit', '6'], environment: WORDS, report: TABLE },
  'eval:meaning': { args: ['--limit', '3'], environment: WORDS, report: /^Targets$/m },
  'eval:fields': {
    args: ['--data', 'DATA', '--limit', '2', '--wait', '1'],
    needs: ['data'],
    environment: WORDS,
    report: TABLE,
  },
  'eval:entities': { args: ['--data', 'DATA', '--limit', '1'], needs: ['data'], environment: WORDS, report: TABLE },
  'eval:speakers': { args: ['--data', 'DATA', '--limit', '1'], needs: ['data'], environment: WORDS, report: TABLE },
  'eval:summaries': { args: ['--limit', '1'], needs: ['data'], environment: WORDS, report: TABLE },
  'eval:scorecards': {
    args: ['--data', 'DATA', '--limit', '3', '--wait', '1'],
    needs: ['data'],
    environment: WORDS,
    report: TABLE,
  },
  'eval:tools': { args: ['--only', 'demo'], environment: WORDS, report: /^All jobs$/m },
  'train:adapter': { args: TRAINED, needs: ['data'], environment: STEPS, report: TABLE },
  'train:answers': { args: TRAINED, needs: ['data'], environment: STEPS, report: /ROUGE-1\/2\/L/ },
  'train:fields': { args: ['--data', 'DATA'], needs: ['data'], report: TABLE },
  'train:floor': { args: [...TRAINED, '--conversations', '2'], needs: ['data'], report: TABLE },
  'train:items': { args: ['--data', 'DATA'], needs: ['data'], report: TABLE },
  'train:kinds': { args: ['--epochs', '1', '--rounds', '1', '--limit', '5'], report: TABLE },
  'train:ranking': { args: TRAINED, needs: ['data'], environment: STEPS, report: TABLE },
  'train:reading': { args: TRAINED, needs: ['data'], environment: STEPS, report: /recall@10/ },
  'test:move': { args: ['--calls', '40', '--kills', '1'], environment: { TEST_DATABASE_URL: '' }, report: TABLE },
  'test:sources': { args: ['--rounds', '1', '--calls', '8', '--only', 'embedded'], report: /^Calls from a source$/m },
  'test:upgrade': {
    args: ['--from', '', '--conversations', '2'],
    needs: ['data', 'postgres'],
    environment: WORDS,
    report: /^this version +1 +.* works$/m,
  },
  'test:kill': {
    args: ['--kills', '1', '--seed', '1', '--only', 'embedded', '--when', 'load'],
    needs: ['data'],
    report: TABLE,
  },
  'test:several': {
    args: ['--seconds', '0', '--clients', '1', '--only', 'redis', '--http', '0', '--https', '0'],
    needs: ['programs'],
    report: /^The law holds\.$/m,
  },
  'test:faults': {
    args: ['--database', 'postgres', '--only', 'workers', '--kills', '1', '--conversations', '2'],
    needs: ['data', 'postgres'],
    report: /What was injected, and what was found/,
  },
}
