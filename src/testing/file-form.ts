/** A `multipart/form-data` body with one file, as browsers write it. */
const BOUNDARY = 'parley-test-boundary'

export function fileForm(
  fileName: string,
  content: string | Buffer,
  fields: Readonly<Record<string, string>> = {},
  name = 'file',
): { body: Buffer; headers: Record<string, string> } {
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const opening =
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\n` +
    'content-type: application/octet-stream\r\n\r\n'
  const body = Buffer.concat([
    Buffer.from(parts.join('') + opening),
    Buffer.isBuffer(content) ? content : Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } }
}
