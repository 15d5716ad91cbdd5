import { expect, it } from 'vitest'
import { faultsOf } from './well-formed.ts'

const page = (body: string) =>
  `<!doctype html>\n<html lang="en"><head><title>T</title></head><body><h1>T</h1>${body}</body></html>`

it('finds nothing wrong with what is right', () => {
  const svg = '<svg viewBox="0 0 1 1" aria-hidden="true"><path d="M0 0"/></svg>'
  const form = '<label for="a">A</label><input id="a" name="a" required><label><input type="checkbox"> B</label>'
  expect(faultsOf(page(`${svg}${form}<a href="/x?a=1&amp;b=2">&lt;</a><br><p hidden>x &amp; y</p>`))).toEqual([])
  expect(faultsOf('<p>A piece</p>', true)).toEqual([])
})

it.each([
  ['<p><b>x</p></b>', '</p> ends <b>'],
  ['<p>x', '</body> ends <p>'],
  ['a < b', 'a bare <'],
  ['a & b', 'a bare &'],
  ['<a href=/x>x</a>', 'a bare <'],
  ['<a href="/x?a&b">x</a>', 'a bare &'],
  ['<p id="a"></p><p id="a"></p>', 'the id a twice'],
  ['<h1>Again</h1>', '2 h1'],
  ['<p style="x">x</p>', '<p> with style'],
  ['<p onclick="x">x</p>', '<p> with onclick'],
  ['<script>alert(1)</script>', '<script> with content'],
  ['<script src="https://evil.example/x.js"></script>', 'a script from elsewhere'],
  ['<a href="javascript:alert(1)">x</a>', 'href="javascript:alert(1)"'],
  ['<a href="//evil.example">x</a>', 'href="//evil.example"'],
  ['<a href="https://evil.example">x</a>', 'without rel=noopener'],
  ['<input name="a">', '<input name="a"> without a label'],
  ['<p aria-describedby="gone">x</p>', 'names gone'],
  ['<img src="https://evil.example/x.png" alt="">', 'src="https://evil.example'],
  ['<iframe></iframe>', '<iframe>'],
  ['<div/>', '<div/> closes itself'],
])('finds what is wrong with %s', (body, fault) => {
  expect(faultsOf(page(body)).join('\n')).toContain(fault)
})
