/**
 * Plain text of an email body (RFC 2045, RFC 2046) in a text dialog of a vCon: the first `text/plain` part, decoded.
 * Attachments and HTML are ignored.
 * @returns undefined if there is no such part
 */
export function mimeText(body: string, mediatype: string, depth = 0): string | undefined {
  const type = mediatype.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!type.startsWith('multipart/')) return undefined
  const boundary = /boundary="?([^";\s]{1,70})"?/i.exec(mediatype)?.[1]
  if (boundary === undefined || depth > 4) return undefined
  const parts = body.split(/\r\n|\n/)
  let open: string[] | undefined
  for (const line of parts) {
    const trimmed = line.trimEnd()
    if (trimmed !== `--${boundary}` && trimmed !== `--${boundary}--`) {
      open?.push(line)
      continue
    }
    const text = open === undefined ? undefined : partText(open, depth)
    if (text !== undefined) return text
    open = trimmed.endsWith(`${boundary}--`) ? undefined : []
  }
  return open === undefined ? undefined : partText(open, depth)
}

function partText(lines: readonly string[], depth: number): string | undefined {
  const end = lines.indexOf('')
  const headers = end === -1 ? [] : lines.slice(0, end)
  const body = lines.slice(end + 1)
  // Continuation lines of a header start with white space (RFC 5322, section 2.2.3).
  const joined = headers
    .join('\n')
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
  const header = (name: string) =>
    joined
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  const type = header('content-type') ?? 'text/plain'
  if (type.toLowerCase().startsWith('multipart/')) return mimeText(body.join('\n'), type, depth + 1)
  if (!type.toLowerCase().startsWith('text/plain')) return undefined
  const encoding = header('content-transfer-encoding')?.toLowerCase() ?? '7bit'
  const text = body.join('\n')
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? quotedPrintable(text) : text
}

function quotedPrintable(text: string): string {
  const unfolded = text.replace(/=[ \t]{0,10}\n/g, '')
  return unfolded.replace(/(?:=[\da-fA-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'))
}
