import { definePrompt, promptOption } from '../../core/prompt.ts'
import { task } from './steps.ts'

export const pipelineReview = definePrompt({
  name: 'pipeline_review',
  title: 'Review the pipeline',
  description:
    'What the calls of a team or a person say about their open opportunities: where they stand, what is at risk.',
  args: {
    whose: promptOption('A team or a person, by name. Default: mine.'),
    since: promptOption('From when on calls count, as a date. Default: the last 30 days.'),
  },
  write: ({ whose, since }) =>
    task(
      `Review the pipeline of ${whose === undefined ? 'myself' : `“${whose}”`}, by what was said in calls since ${since ?? '30 days ago'}.`,
      [
        'Call `get_me` to know who I am, and in which teams.',
        whose === undefined
          ? undefined
          : 'Find the id: `list_teams` for a team, `list_reps` for a person. If several fit, ask me which one.',
        'List the calls: `search_calls` with team_id or owner_id, with from, and with detail full, page by page. Sort them by opportunity; count those that have none.',
        'For each opportunity read `get_opportunity`, and ask `ask_assistant` with its opportunity_id: the next step and its date, who decides, the budget, doubts and competitors, what has changed since the call before.',
        'Where an answer is unclear, read the call with `get_call_details` and include summary, insights and crm.',
      ],
      'Then write a table with a row for each opportunity: name, last call, where it stands, next step and date, risk (low, medium, high) with its reason. Below it: the three that need attention now, each with the quote that shows it and what to do; opportunities without a call in this time; what the calls contradict in the CRM.',
    ),
})
