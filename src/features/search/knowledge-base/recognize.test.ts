import { describe, expect, it } from 'vitest'
import { pdfOfText } from '../../../testing/pdf.ts'
import { formatOfName, recognize } from './recognize.ts'

describe('a file', () => {
  it.each([
    ['application/pdf', 'a', pdfOfText(['x'])],
    ['text/html', 'a.txt', '<!DOCTYPE HTML>\n<p>x'],
    ['text/html', 'a', '\n <!-- made by x --><html lang=en><p>x'],
    ['text/html', 'a', '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"><html>'],
    ['text/html', 'part.html', '<p>x</p>'],
    ['text/plain', 'a', '<p>x</p>'],
    ['text/plain', 'a.html', 'no page at all'],
    ['text/markdown', 'a.md', 'plain'],
    ['text/markdown', 'a.MARKDOWN', 'plain'],
    ['text/markdown', 'a', '# Title\n\nwith **strong** words'],
    ['text/markdown', 'a', '# Title\n\n```\ncode\n```'],
    ['text/plain', 'a.txt', '# Title\n\nwith **strong** words'],
    ['text/plain', 'a', '# a comment of a script\nls'],
    ['text/plain', 'a', 'Prices'],
    ['text/plain', 'a.pdf', 'Prices'],
    ['text/plain', 'a.json', '{"price": 10}'],
    ['text/plain', 'a', '<?xml version="1.0"?><prices/>'],
    ['text/plain', 'a', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['text/plain', 'a', 'BMW, MZ, GIF89a and PK are names of pictures and archives'],
    ['text/plain', 'a', 'GIF89a is where pictures begin'],
    ['text/plain', 'a', 'ID3 and OTTO\u001b[0m'],
    [undefined, 'a.md', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
    [undefined, 'a.txt', '{\\rtf1 x}'],
    [undefined, 'a.txt', 'text with a \u0000'],
    [undefined, 'a.txt', Buffer.from('Größe', 'utf16le')],
    [undefined, 'a.txt', Buffer.from([0xc3, 0x28])],
  ])('is %s: %s', async (format, name, content) => {
    expect(await recognize(Buffer.from(content), name)).toBe(format)
  })

  it('is looked at as far as it goes, though its end cuts a letter through', async () => {
    expect(await recognize(Buffer.from('Größe').subarray(0, 3), 'a')).toBe('text/plain')
    expect(await recognize(Buffer.from('\ufeffab', 'utf16le').subarray(0, 5), 'a')).toBe('text/plain')
  })
})

it('a name tells what a file will be', () => {
  const told = ['a.PDF', 'a.htm', 'a.xhtml', 'a.md', 'a.txt', 'a', '.md'].map(formatOfName)
  const [pdf, html, markdown, plain] = ['application/pdf', 'text/html', 'text/markdown', 'text/plain']
  expect(told).toEqual([pdf, html, html, markdown, plain, plain, markdown])
})
