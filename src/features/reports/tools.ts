/** Reports, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { moment } from '../../core/tool-arguments.ts'
import { lines, table } from '../../core/tool-text.ts'
import { getUsageReport } from './get-usage-report.ts'

export const tools: readonly Tool[] = [
  defineTool(getUsageReport, {
    name: 'get_usage_report',
    title: 'Usage report',
    description:
      'What the organization made of the service in a span of time: calls, minutes, changes, keys, cost of the language ' +
      'model; by month, and by user, the most active first.',
    args: {
      from: moment('ISO 8601, such as 2026-01-31. Default: 30 days before the end.'),
      to: moment('Default: now.'),
    },
    paged: { max: 500 },
    data: {
      from: z.string(),
      to: z.string(),
      totals: z.looseObject({ calls: z.int(), minutes: z.number() }),
      keys: z.looseObject({}),
      model: z.looseObject({}),
      months: z.array(z.looseObject({})),
      users: z.array(z.looseObject({ id: z.string() })),
    },
    present: ({ data: { from, to, totals, apiKeys, modelCalls, months, users } }) => {
      const people = users.map(({ uuid, email, active, ...user }) => ({
        id: uuid,
        name: `${user.firstName} ${user.lastName}`.trim(),
        email,
        calls: user.conversations,
        minutes: user.minutesRecorded,
        changes: user.writes,
        active,
      }))
      const byMonth = months.map(({ month, conversations, minutesRecorded }) => ({
        ...{ month, calls: conversations, minutes: minutesRecorded },
      }))
      const { conversations: calls, minutesRecorded: minutes, writes: changes } = totals
      const text = [
        lines({
          ...{ From: from, To: to, Calls: calls, Minutes: minutes, Changes: changes },
          'Active people': `${totals.activeUsers} of ${totals.users}`,
          'Valid API keys': `${apiKeys.valid}, ${apiKeys.usedSinceFrom} of them used`,
          'Language model': `${modelCalls.calls} questions, ${modelCalls.failed} failed, ${modelCalls.inputTokens} tokens in, ${modelCalls.outputTokens} out`,
          'Cost of the model': modelCalls.cost ?? 'unknown',
        }),
        table(
          ['Month', 'Calls', 'Minutes'],
          byMonth.map(({ month, calls, minutes }) => [month, calls, minutes]),
          'No calls in any month.',
        ),
        table(
          ['User', 'E-mail', 'Calls', 'Minutes', 'Changes', 'Id', 'Deactivated'],
          people.map((one) => {
            const { name, email, calls, minutes, changes, id, active } = one
            return [name, email, calls, minutes, changes, id, active ? '' : 'yes']
          }),
        ),
      ]
      return {
        text: text.join('\n\n'),
        data: {
          ...{ from, to, months: byMonth, users: people },
          totals: { calls, minutes, changes, active_users: totals.activeUsers, users: totals.users },
          keys: { valid: apiKeys.valid, used: apiKeys.usedSinceFrom },
          model: {
            ...{ questions: modelCalls.calls, failed: modelCalls.failed, cost: modelCalls.cost },
            ...{ input_tokens: modelCalls.inputTokens, output_tokens: modelCalls.outputTokens },
          },
        },
      }
    },
  }),
]
