import { definePrompt, promptOption } from '../../../core/prompt.ts'
import { task } from './steps.ts'

export const pipelineReview = definePrompt({
  name: 'pipeline_review',
  title: 'Review the pipeline',
  description: 'Reviews the open opportunities of a team or person from their calls: status, next steps and risks.',
  args: {
    whose: promptOption('Name of a team or person. Defaults to your own pipeline. Example: `Sales Europe`.'),
    since: promptOption('First day of the calls to include. Defaults to the last 30 days. Example: `2026-11-01`.'),
  },
  completions: { whose: 'rep_or_team', since: 'first_day' },
  write: ({ whose, since }) =>
    task(
      `Review the pipeline of ${whose === undefined ? 'myself' : `“${whose}”`}, based on what was said in calls since ${since ?? '30 days ago'}.`,
      [
        'Call `get_me` to find out who I am and which teams I belong to.',
        whose === undefined
          ? undefined
          : 'Find the id: `list_teams` for a team, `list_reps` for a person. If several fit, ask me which one.',
        'List the calls: `search_calls` with team_id or owner_id, with from, and with detail full, page by page. Sort them by opportunity; count those that have none.',
        'For each opportunity read `get_opportunity`, and use `ask_assistant` with its opportunity_id: the next ' +
          'step and its date, who decides, the budget, objections and competitors, what has changed since the call ' +
          'before.',
        'Where an answer is unclear, read the call with `get_call_details` and include summary, insights and crm.',
      ],
      'Then write a table with a row for each opportunity: name, last call, status, next step and date, risk (low, ' +
        'medium, high) with its reason. Below it: the three that need attention now, each with a quote as evidence ' +
        'and a recommendation; opportunities without a call in this time; where the calls contradict the CRM.',
    ),
})
