/** Faults in read replicas, and in transactions with results that are computed before. */
import { inFile, type PlantedFault } from './model.ts'

const FOLDER = 'src/outbound/database/replicas'

export const REPLICA_FAULTS: readonly PlantedFault[] = [
  ...inFile(
    `${FOLDER}/choose-replica.ts`,
    [`${FOLDER}/choose-replica.test.ts`],
    [
      ['a replica without the last write is read', 'seen.lsn >= mark.lsn', 'seen.lsn >= 0'],
      ['a replica of a former primary is read', 'seen.epoch === mark.epoch &&', ''],
      ['a lost replica is read', 'filter(({ isUsable }) => isUsable)', 'filter(() => true)'],
      ['reads wait for a connection to a replica', 'inUse < max', 'max > 0'],
    ],
  ),
  ...inFile(
    `${FOLDER}/write-marks.ts`,
    [`${FOLDER}/write-marks.test.ts`],
    [
      ['a request uses the mark of an earlier one', 'known.readAt >= startedAt &&', ''],
      ['marks go back', 'isSame ? Math.max(known.lsn, lsn) : lsn', 'lsn'],
      ['an unmarked write is missed', '|| this.#unmarked.has(organizationId)', ''],
      ['a long request uses an old mark', 'this.#now() - known.readAt <= AGE_MS_MAX', 'true'],
    ],
  ),
  ...inFile(
    `${FOLDER}/judge-replica.ts`,
    [`${FOLDER}/judge-replica.test.ts`],
    [
      ['another cluster is accepted', 'replica.cluster !== primary.cluster', 'false'],
      ['a promoted replica is accepted', 'if (!replica.isRecovering)', 'if (false)'],
      ['processes may write without marks', 'primary.unmarked.length > 0', 'false'],
      ['a replica may be far behind', 'lagSeconds > lagSecondsMax', 'false'],
    ],
  ),
  ...inFile(
    `${FOLDER}/operation-driver.ts`,
    [`${FOLDER}/operation-driver.test.ts`],
    [
      [
        'an operation returns to a replica that failed',
        "    this.#server = 'primary'\n    this.#isCounted",
        '    this.#isCounted',
      ],
    ],
  ),
  ...inFile(
    'src/core/prepared-transaction.ts',
    ['src/core/prepared-transaction.test.ts', 'tests/prepared-changes.test.ts'],
    [
      ['outdated results are stored', 'if (!isDeepStrictEqual(await read(tx), basis)) throw new OutdatedBasis()', ''],
      ['prepared texts are not released', 'await release?.(made)', ''],
      ['a busy record can never be changed', 'if (!(error instanceof OutdatedBasis)) throw error', 'throw error'],
    ],
  ),
  ...inFile(
    'src/features/conversations/records/queries-clips.ts',
    ['tests/prepared-changes.test.ts'],
    [['a redaction in place is not noticed', 't.xmin::text as "writtenBy"', 't.version::text as "writtenBy"']],
  ),
]
