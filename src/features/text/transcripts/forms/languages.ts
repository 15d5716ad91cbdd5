/** Languages of the forms, as BCP 47 tags. */

const CODES =
  'af ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr gl gu he hi hr hu hy id is it ja ka kk kn ko lt lv mk ml mr ms my ne nl no pa pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur vi yue zh'.split(
    ' ',
  )

let byName: Map<string, string> | undefined

/**
 * Language of a code or an English name: `en-US`, `en_US`, `eng` and `english`.
 * @returns undefined if it is none of these
 */
export function toLanguage(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim().replaceAll('_', '-')
  if (text === '' || text.length > 35 || /^(?:und|unknown|multi|auto)$/i.test(text)) return undefined
  byName ??= new Map(
    CODES.map((code) => [(new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code).toLowerCase(), code]),
  )
  const named = byName.get(text.toLowerCase())
  if (named !== undefined) return named
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z\d]{1,8})*$/.test(text)) return undefined
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
