#!/usr/bin/env node
/**
 * Prints a report of one week as Markdown: figures with their change, people, trackers and open actions (docs/reports.md).
 *
 *   PARLEY_URL=http://localhost:8080 PARLEY_KEY=… node examples/weekly-report.mjs [MONDAY] > report.md
 *
 * MONDAY is the first day of the week, such as `2026-11-16`. Without it, the report is about the last complete week.
 */
const { PARLEY_URL = 'http://localhost:8080', PARLEY_KEY = '' } = process.env
const DAY = 86_400_000
const monday = process.argv[2] === undefined ? findLastMonday() : new Date(`${process.argv[2]}T00:00:00Z`)
if (PARLEY_KEY === '' || Number.isNaN(monday.getTime()) || monday.getUTCDay() !== 1) {
  console.error('Usage: PARLEY_URL=… PARLEY_KEY=… node examples/weekly-report.mjs [MONDAY, such as 2026-11-16]')
  process.exit(2)
}

const week = await getWeek(monday)
const before = await getWeek(new Date(monday.getTime() - 7 * DAY))
console.log(printReport())

/** Monday of the last complete week, in UTC. */
function findLastMonday() {
  const today = Math.floor(Date.now() / DAY) * DAY
  const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7
  return new Date(today - (daysSinceMonday + 7) * DAY)
}

/** The report of the week, with all people. */
async function getWeek(from) {
  const to = new Date(from.getTime() + 7 * DAY - 1)
  const reps = []
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({
      from: from.toISOString(),
      to: to.toISOString(),
      period: 'week',
      size: '200',
      page,
    })
    const { data, meta } = await get(`/organizations/report?${query}`)
    reps.push(...data.reps)
    if (page >= meta.pageCount) return { ...data, reps }
  }
}

function printReport() {
  const { totals, reps, trackers, actions } = week
  const last = before.totals
  return [
    `# Calls of the week of ${toDay(monday)}`,
    printTable(
      ['Figure', 'This week', 'Week before'],
      [
        ['Calls', totals.conversations, last.conversations],
        ['Minutes', Math.round(totals.minutesRecorded), Math.round(last.minutesRecorded)],
        ['Talk share', toPercent(totals.talkShare), toPercent(last.talkShare)],
        ['Questions per call', toFigure(totals.questionsAsked), toFigure(last.questionsAsked)],
        ['Average score', toFigure(totals.averageScore), toFigure(last.averageScore)],
      ],
    ),
    '## People',
    printTable(
      ['Name', 'Calls', 'Minutes', 'Talk share', 'Score'],
      reps.map((rep) => [
        `${rep.firstName} ${rep.lastName}`.trim() || rep.email,
        ...[rep.conversations, Math.round(rep.minutesRecorded), toPercent(rep.talkShare), toFigure(rep.averageScore)],
      ]),
    ),
    '## Trackers',
    printTable(
      ['Tracker', 'Calls', 'Matches'],
      trackers.map(({ name, conversations, hits }) => [name, conversations, hits]),
    ),
    `${actions.pending + actions.drafted} suggested actions are open.`,
  ].join('\n\n')
}

function printTable(head, rows) {
  if (rows.length === 0) return 'None'
  const print = (cells) => `| ${cells.map((cell) => String(cell).replace(/[|\n]/g, ' ')).join(' | ')} |`
  return [print(head), print(head.map(() => '---')), ...rows.map(print)].join('\n')
}

function toDay(date) {
  return date.toISOString().slice(0, 10)
}

function toPercent(ratio) {
  return ratio === null ? '–' : `${Math.round(ratio * 100)}%`
}

function toFigure(figure) {
  return figure === null ? '–' : figure.toFixed(1)
}

/** Sends a request, and again if the service is busy. @throws Error for other failures */
async function get(path) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${PARLEY_URL}/v2${path}`, { headers: { authorization: PARLEY_KEY } })
    if (answer.ok) return answer.json()
    if (![429, 503].includes(answer.status) || attempt === 10)
      throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('retry-after') ?? 1) * 1000))
  }
}
