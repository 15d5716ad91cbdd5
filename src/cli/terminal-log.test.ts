import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createTerminalLog, formatLine } from './terminal-log.ts'

function openTerminal() {
  const lines: string[] = []
  return { lines, isTTY: true, write: (text: string) => lines.push(stripVTControlCharacters(text)) }
}

describe('The log at a terminal', () => {
  it('shows only warnings and errors, so that the welcome text stays readable', () => {
    const terminal = openTerminal()
    const log = createTerminalLog('info', false, terminal)
    log.info({ status: 200 }, 'request')
    log.warn({ queue: 'analyze' }, 'slow')
    log.error('broken')
    expect(terminal.lines).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d warn slow queue=analyze\n$/),
      expect.stringMatching(/^\d\d:\d\d:\d\d error broken\n$/),
    ])
  })

  it('shows every line with --log, and with another level', () => {
    for (const [level, isLogWanted] of [
      ['info', true],
      ['debug', false],
    ] as const) {
      const terminal = openTerminal()
      createTerminalLog(level, isLogWanted, terminal).info({ status: 200 }, 'request')
      expect(terminal.lines).toEqual([expect.stringContaining('info request status=200')])
    }
  })

  it('writes nested values as JSON and omits null', () => {
    const line = JSON.stringify({
      level: 30,
      time: '2026-11-24T05:00:00.000Z',
      msg: 'job',
      organization: null,
      by: { id: 1 },
    })
    expect(formatLine(line)).toMatch(/info job by=\{"id":1\}\n$/)
  })
})
