/** Byte ranges of a file, and conditional requests (RFC 9110, sections 13 and 14). */
import type { ByteRange } from '../../core/files.ts'

/**
 * Parses a `Range` header for a file of `size` bytes. `whole`: there is no usable range. The header is missing or
 * malformed, has an unknown unit, or lists several ranges, which a server may ignore. `none`: the range is outside the
 * file.
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

interface ConditionalHeaders {
  readonly range?: string | undefined
  readonly 'if-range'?: string | string[] | undefined
  readonly 'if-none-match'?: string | undefined
}

/** Whether the client already has this content. @param tag strong ETag of the content, in quotes */
export const matchesETag = ({ 'if-none-match': known }: ConditionalHeaders, tag: string): boolean =>
  known !== undefined &&
  (known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))

/** Requested part. The whole file if `If-Range` names other content. */
export function resolveRange(headers: ConditionalHeaders, tag: string, size: number): ByteRange | 'whole' | 'none' {
  const condition = headers['if-range']
  return condition === undefined || condition === tag ? rangeIn(headers.range, size) : 'whole'
}
