/** Parts that samples of texts share. */
import type { Pen } from './pen.ts'
import { type Truth, type Turn, turnEnd, turnStart } from './truth.ts'

export const lines = (truth: Truth, write: (turn: Turn, name: string, index: number) => string) =>
  truth.turns.map((turn, i) => write(turn, truth.people[turn.person]?.name ?? '', i)).join('\n')
export const label = (name: string) => (name === '' ? '' : `${name}: `)
export const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
export const cue = (pen: Pen, turn: Turn, point = '.') =>
  `${pen.clock(turnStart(turn), 3, point)} --> ${pen.clock(turnEnd(turn), 3, point)}`
export const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
