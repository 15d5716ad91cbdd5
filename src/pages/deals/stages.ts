/** Order of stages on the board. CRM records contain the name of a stage, and no order. */

/** Words of stages in the order of a sale. */
const ORDER: readonly RegExp[] = [
  /new|lead|prospect|appointment|scheduled/i,
  /qualif|discover|contact/i,
  /demo|present|evaluat|analysis|needs/i,
  /pilot|trial|proof|poc/i,
  /proposal|quote|offer|pricing/i,
  /negotiat|review|legal|security|hold|frozen/i,
  /contract|commit|verbal|decision|signature|closing/i,
]

/** Sorts names of stages: known ones in the order of a sale, then others by name. */
export function sortStages(stages: readonly string[]): string[] {
  const rank = (stage: string) => {
    const at = ORDER.findIndex((words) => words.test(stage))
    return at < 0 ? ORDER.length : at
  }
  return stages.toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
}
