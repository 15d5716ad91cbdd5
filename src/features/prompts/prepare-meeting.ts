import { definePrompt, promptArgument, promptOption } from '../../core/prompt.ts'
import { task } from './steps.ts'

export const prepareMeeting = definePrompt({
  name: 'prepare_meeting',
  title: 'Prepare a meeting',
  description: 'A briefing before a meeting with a customer: where things stand, what was promised, what to ask.',
  args: {
    customer: promptArgument('Company, person, e-mail address or opportunity that the meeting is with.'),
    purpose: promptOption('What the meeting is for.'),
    when: promptOption('Day and time of the meeting.'),
  },
  write: ({ customer, purpose, when }) =>
    task(
      `Prepare me for a meeting with “${customer}”${when === undefined ? '' : `, ${when}`}.${purpose === undefined ? '' : ` It is about: ${purpose}.`}`,
      [
        'Call `get_me` to know for whom you work.',
        'Find our calls with them: `search_calls` with participant_email when you have an address, with title for a company’s name, and with query for what was said of them. Take the newest ones first.',
        'Read the three newest with `get_call_details` and include summary, participants and crm. If one belongs to an opportunity, read that with `get_opportunity`.',
        'Ask `ask_assistant` with the call_ids you found: what was promised by whom, which questions are open, which doubts they had, and who decides.',
        'Look with `search_knowledge` for what our documents say about their doubts and open questions.',
        'If you act for a user, `list_actions` tells what is still waiting for them.',
      ],
      'Then write a briefing of at most one page: who will be there and what we know of them; where we stand; what both sides promised, and whether it is done; open questions and doubts, each with a quote; three goals and five questions for the meeting. Name the call of everything you say.',
    ),
})
