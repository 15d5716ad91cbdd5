/** Source format of a version that restored an earlier one, such as `restored-2`. */

export const toRestoredFormat = (version: number): string => `restored-${version}`

/** @returns the restored version. Null for imports and corrections */
export function parseRestoredVersion(format: string): number | null {
  const found = /^restored-(\d{1,10})$/.exec(format)
  return found === null ? null : Number(found[1])
}
