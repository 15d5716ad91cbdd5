/** Members of T, those that can be undefined as optional ones, which are absent or have a value. */
export type OmitUndefined<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name]
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>
}

/**
 * Object without the members that are undefined, which optional properties don't accept (`exactOptionalPropertyTypes`):
 * `omitUndefined({ title, notes })` instead of a conditional spread for each. Costs as much as four spreads (about 100 ns).
 */
export function omitUndefined<T extends object>(members: T): OmitUndefined<T> {
  const present: Partial<T> = {}
  for (const name in members) if (members[name] !== undefined) present[name] = members[name]
  return present as unknown as OmitUndefined<T>
}
