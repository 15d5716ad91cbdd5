import { describe, expect, it } from 'vitest'
import { csvFile } from './csv.ts'

describe('a table as a file', () => {
  it('keeps commas, quotes and lines inside their cells, and nothing where nothing is', () => {
    const { body, contentType, fileName } = csvFile('a.csv', [
      ['Name', 'Calls'],
      ['Baker, "Al"\nJr.', 3],
      ['', null, undefined, -0.5],
    ])
    expect(body).toBe('\ufeffName,Calls\r\n"Baker, ""Al""\nJr.",3\r\n,,,-0.5\r\n')
    expect([contentType, fileName]).toEqual(['text/csv; charset=utf-8', 'a.csv'])
  })

  it('has no formula in it, whatever people are called', () => {
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://evil.example","x")']
    for (const name of names) expect(csvFile('a.csv', [[name]]).body.slice(1)).toMatch(/^"?'/)
  })
})
