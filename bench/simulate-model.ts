/**
 * Model of an installation of any size: rows, bytes, memory, processor time, input and output, connections and cost of each
 * component, from measured constants. It has no clock and no database, so a figure changes only with a constant.
 */

/** A measured figure, and where it comes from. */
export interface Constant {
  readonly value: number
  readonly unit: string
  readonly source: string
}

const FILL = '`bench:lists --sizes 100000 --keep`, then `bench:simulate --measure URL`, 2026-11-30'
const SIZE = '`bench:size` of 60 calls with 9.5 hours, 2026-11-30 (sizing.md)'

/** Rows of a table with their indexes. `perConversation` and `perHour` are numbers of rows. */
export interface TableConstant {
  readonly bytesPerRow: number
  readonly perConversation?: number
  readonly perHour?: number
}

/** Bytes of a row with its part of the indexes, measured in a filled database. */
export const TABLES: Readonly<Record<string, TableConstant>> = {
  conversations: { bytesPerRow: 879, perConversation: 1 },
  conversation_details: { bytesPerRow: 1_450, perConversation: 1 },
  conversation_participants: { bytesPerRow: 194, perConversation: 3.6 },
  conversation_labels: { bytesPerRow: 250, perConversation: 2 },
  conversation_crm_links: { bytesPerRow: 238, perConversation: 1.1 },
  searched_texts: { bytesPerRow: 2_435, perConversation: 1 },
  passages: { bytesPerRow: 1_263, perHour: 175 },
  passage_words: { bytesPerRow: 207, perHour: 175 * 7.46 },
  passage_vectors: { bytesPerRow: 1_349, perHour: 175 },
}
export const TABLES_SOURCE = FILL

export const CONSTANTS = {
  databaseBytesPerHour: { value: 0.945e6, unit: 'bytes', source: SIZE },
  logBytesPerHour: { value: 3.3e6, unit: 'bytes', source: SIZE },
  vectorIndexBytesPerPassage: { value: 2_500, unit: 'bytes', source: 'scaling.md, Search by meaning' },
  recordingBytesPerHour: { value: 29e6, unit: 'bytes', source: '64 kbit/s' },
  analysisSecondsPerHour: { value: 9.5, unit: 's', source: SIZE },
  databaseSecondsPerHour: { value: 2.1, unit: 's', source: SIZE },
  embeddedSecondsPerHour: { value: 11.3, unit: 's', source: '`bench:size --database embedded`, 2026-11-30' },
  databaseSecondsPerRead: {
    value: 0.0134,
    unit: 's',
    source: '`bench:replicas`, 2026-11-27: lists, searches, questions and pages (scaling.md)',
  },
  serverSecondsPerRead: { value: 0.0017, unit: 's', source: '`bench:lists`, a page of 25, 2026-11-30' },
  primaryShareWithReplicas: { value: 0.28, unit: '', source: '`bench:replicas`, with 2 imports a second' },
  blocksPerRead: {
    value: 415,
    unit: 'blocks of 8 KB',
    source: '`pg_statio_user_tables` around 100 pages of 25 at 100,000 conversations, 2026-11-30',
  },
  exactSearchSecondsPerPassage: {
    value: 1e-6,
    unit: 's',
    source: 'scaling.md, Limits: a millisecond for 1,000 passages',
  },
  processBytes: { value: 0.6e9, unit: 'bytes', source: '`bench:size`: peak of a process, rounded up' },
  connectionsPerProcess: { value: 22, unit: '', source: 'DATABASE_POOL (20) + 2' },
} as const satisfies Readonly<Record<string, Constant>>

/** What isn't measured: how an installation is used, and what machines cost. Options replace them. */
export interface Assumptions {
  readonly minutes: number
  readonly months: number
  /** Part of all conversations that the largest organization has. */
  readonly largestShare: number
  /** Operations that read, for each conversation that arrives. */
  readonly readsPerConversation: number
  /** Share of read blocks that aren't in memory, when the memory holds the recent half of the rows. */
  readonly missShare: number
  readonly hoursPerMonth: number
  /** The busiest hour, compared with the mean. */
  readonly peak: number
  /** US dollars for a month. */
  readonly prices: Readonly<Record<'core' | 'memoryGb' | 'diskGb' | 'objectGb', number>>
}

/**
 * The largest organization as in `bench:tenants`: 4,442 of 45,274 calls in 10,000 organizations, by a power law (decision 96).
 */
export const ASSUMED: Assumptions = {
  ...{ minutes: 30, months: 24, largestShare: 0.1, readsPerConversation: 100, missShare: 0.01 },
  ...{ hoursPerMonth: 168, peak: 2 },
  prices: { core: 25, memoryGb: 3, diskGb: 0.1, objectGb: 0.02 },
}

export interface Demand {
  readonly conversations: number
  readonly hours: number
  readonly rows: number
  readonly passages: number
  readonly databaseBytes: number
  readonly recordingBytes: number
  readonly vectorIndexBytes: number
  readonly logBytesPerDay: number
  readonly workerCores: number
  readonly serverCores: number
  readonly databaseCores: number
  /** Of `databaseCores`, those of reads. */
  readonly readCores: number
  readonly readIops: number
  readonly writeIops: number
  /** Memory for the recent half of the rows and for vector indexes. */
  readonly databaseMemory: number
  /** Of the largest organization. */
  readonly largestBytes: number
  readonly largestPassages: number
}

const BLOCK = 8_192
/** Space for old row versions and the growth of indexes between vacuums (sizing.md). */
const GROWTH = 1.3

const hoursOf = (conversations: number, { minutes }: Assumptions): number => (conversations * minutes) / 60

/** Numbers of rows by table. */
export function countRows(conversations: number, assumed: Assumptions): Record<string, number> {
  const hours = hoursOf(conversations, assumed)
  return Object.fromEntries(
    Object.entries(TABLES).map(([name, { perConversation = 0, perHour = 0 }]) => [
      name,
      perConversation * conversations + perHour * hours,
    ]),
  )
}

/** Bytes of the tables in `TABLES`: most of a database. The rest are results of the analysis. */
export function sumTables(conversations: number, assumed: Assumptions): number {
  const rows = countRows(conversations, assumed)
  return Object.entries(TABLES).reduce((sum, [name, { bytesPerRow }]) => sum + bytesPerRow * (rows[name] ?? 0), 0)
}

/** @param conversations that are stored, which arrived evenly in the months for which they are kept */
export function computeDemand(conversations: number, assumed: Assumptions = ASSUMED): Demand {
  const hours = hoursOf(conversations, assumed)
  const perHour = (value: number) => value * hours
  const passages = perHour(175)
  const databaseBytes = perHour(CONSTANTS.databaseBytesPerHour.value) * GROWTH
  const vectorIndexBytes = passages * CONSTANTS.vectorIndexBytesPerPassage.value
  const busySeconds = (assumed.hoursPerMonth * 3_600) / assumed.peak
  const newHours = hours / assumed.months
  const reads = (conversations / assumed.months) * assumed.readsPerConversation
  const readCores = (reads * CONSTANTS.databaseSecondsPerRead.value) / busySeconds
  const logBytesPerMonth = newHours * CONSTANTS.logBytesPerHour.value
  return {
    ...{ conversations, hours, passages, databaseBytes, vectorIndexBytes, readCores },
    rows: Object.values(countRows(conversations, assumed)).reduce((sum, rows) => sum + rows, 0),
    recordingBytes: perHour(CONSTANTS.recordingBytesPerHour.value),
    logBytesPerDay: logBytesPerMonth / 21,
    workerCores: (newHours * CONSTANTS.analysisSecondsPerHour.value) / busySeconds,
    serverCores: (reads * CONSTANTS.serverSecondsPerRead.value) / busySeconds,
    databaseCores: readCores + (newHours * CONSTANTS.databaseSecondsPerHour.value) / busySeconds,
    readIops: (reads / busySeconds) * CONSTANTS.blocksPerRead.value * assumed.missShare,
    // The log once, and each changed block once more with a checkpoint.
    writeIops: (2 * logBytesPerMonth) / BLOCK / busySeconds,
    databaseMemory: databaseBytes * 0.1 + vectorIndexBytes,
    largestBytes: (databaseBytes + vectorIndexBytes) * assumed.largestShare,
    largestPassages: passages * assumed.largestShare,
  }
}
