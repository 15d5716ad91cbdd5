/** Conversations for tests that ask about what was said. */

const said = (speaker: string, text: string, at: number) => ({ speaker, text, start: at * 10, end: at * 10 + 9 })

export const LAUNCH = [
  said('Ben', 'Good morning everybody, nice to see you all here.', 0),
  said('Dana', 'Morning. Did you have a good weekend?', 1),
  said('Ben', 'Yes, we went hiking in the hills.', 2),
  said('Dana', 'Okay, so, I think the price of the starter plan should be twelve euros a month.', 3),
  said('Ben', 'Customers told us that nine euros was too cheap to be taken seriously.', 4),
  said('Dana', 'Then let us keep the price of the starter plan at twelve euros and look again in summer.', 5),
  said('Ben', 'The other matter is the onboarding, where half of the new users give up at the import of contacts.', 6),
  said('Dana', 'The import of contacts needs a progress bar, because people close the window while it runs.', 7),
  said('Ben', 'Well, the launch of the mobile app is on, um, the fourth of May.', 8),
  said('Dana', 'Good. I will tell the press office about the launch on Friday.', 9),
]

export const SALARIES = [
  said('Ines', 'The candidate has worked as a designer for six years.', 0),
  said('Otto', 'What salary did the candidate ask for?', 1),
  said('Ines', 'The candidate asked for a salary of seventy thousand euros.', 2),
]
