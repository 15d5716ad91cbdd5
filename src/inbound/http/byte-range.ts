/** Which part of a file a request is about (RFC 9110, sections 13 and 14). */
import type { ByteRange } from '../../core/files.ts'

/**
 * The part that a `Range` header asks for of so many bytes. `whole`: it asks for none, in a unit that is not known, in
 * words that are none, or for several at once, which a server may ignore. `none`: there is no such part.
 */
export function rangeIn(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const asked = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '')
  const [, first = '', last = ''] = asked ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { first: size - length, last: size - 1 }
  }
  if (last !== '' && Number(last) < Number(first)) return 'whole'
  if (Number(first) >= size) return 'none'
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

interface Asked {
  readonly range?: string | undefined
  readonly 'if-range'?: string | string[] | undefined
  readonly 'if-none-match'?: string | undefined
}

/** Whether whoever asks has this content already. @param tag of the content, a strong one, in its quotes */
export const hasIt = ({ 'if-none-match': known }: Asked, tag: string): boolean =>
  known !== undefined &&
  (known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))

/** The part that is asked for, unless it is of another content than this: then the whole is sent. */
export function partOf(headers: Asked, tag: string, size: number): ByteRange | 'whole' | 'none' {
  const condition = headers['if-range']
  return condition === undefined || condition === tag ? rangeIn(headers.range, size) : 'whole'
}
