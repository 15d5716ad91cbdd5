/**
 * Words of questions that answers state by other words: “How much did sales grow?” – “Sales increased 29 percent.” The
 * built-in encoder and the stems don't relate them.
 */
import { stemWord } from '../../../../core/stems.ts'

const GROUPS = [
  'grow grew grown growth increase increased increasing rise rose risen gain gained climb climbed',
  'fall fell fallen decline declined declining decrease decreased drop dropped shrink shrank reduce reduced reduction',
  'start started begin began begun initiate initiated initiation launch launched commence commenced',
  'end ended finish finished stop stopped complete completed',
  'cost costs price priced rate fee fees charge charged',
  'buy bought purchase purchased acquire acquired acquisition',
  'cancel cancelled canceled terminate terminated',
  'refuse refused reject rejected decline declined deny denied',
  'fix fixed resolve resolved repair repaired solve solved',
  'steal stole stolen theft',
  'choose chose chosen select selected pick picked',
  'require required need needed',
  'arrive arrived arrival come came',
  'hour hourly',
  'day daily',
  'week weekly',
  'month monthly',
  'quarter quarterly',
  'year yearly annual annually',
]

const BY_STEM = new Map<string, Set<string>>()
for (const group of GROUPS) {
  const stems = new Set(group.split(' ').map(stemWord))
  for (const stem of stems) BY_STEM.set(stem, new Set([...(BY_STEM.get(stem) ?? []), ...stems]))
}

/** Stems that state the same as a stem, itself included. */
export const listSynonyms = (stem: string): ReadonlySet<string> => BY_STEM.get(stem) ?? new Set([stem])
