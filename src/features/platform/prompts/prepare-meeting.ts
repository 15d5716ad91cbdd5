import { definePrompt, promptArgument, promptOption } from '../../../core/prompt.ts'
import { task } from './steps.ts'

export const prepareMeeting = definePrompt({
  name: 'prepare_meeting',
  title: 'Prepare for a meeting',
  description: 'Writes a briefing for a customer meeting: status, open promises and questions to ask.',
  args: {
    customer: promptArgument('Company, person, email address or opportunity. Example: `Acme`.'),
    purpose: promptOption('Purpose of the meeting. Example: `renewal negotiation`.'),
    when: promptOption('Day and time of the meeting. Example: `tomorrow at 10:00`.'),
  },
  completions: { customer: 'customer' },
  write: ({ customer, purpose, when }) =>
    task(
      `Prepare me for a meeting with “${customer}”${when === undefined ? '' : `, ${when}`}.${purpose === undefined ? '' : ` It is about: ${purpose}.`}`,
      [
        'Call `get_me` to find out whom you work for.',
        'Find our calls with them: `search_calls` with participant_email when you have an address, with title for a company’s name, and with query for what was said of them. Take the newest ones first.',
        'Read the three newest with `get_call_details` and include summary, participants and crm. If one belongs to an opportunity, read that with `get_opportunity`.',
        'Use `ask_assistant` with the call_ids you found: what was promised by whom, which questions are open, ' +
          'which objections they raised, and who decides.',
        'Use `search_knowledge` to find what our documents say about their objections and open questions.',
        'If you act for a user, `list_actions` returns their pending actions.',
      ],
      'Then write a briefing of at most one page: who will be there and what we know of them; the current status; ' +
        'what both sides promised, and whether it is done; open questions and objections, each with a quote; three ' +
        'goals and five questions for the meeting. Name the call for each statement.',
    ),
})
