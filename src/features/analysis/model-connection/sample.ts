/** Sample conversation for trials. It is invented, so no data of the organization is sent to a model before it is connected. */
export const SAMPLE = [
  'Ana Reyes: Thanks for joining, Tom. Our pilot with twelve stores ended last Friday.',
  'Tom Weber: And how did the store managers like it?',
  'Ana Reyes: They liked the stock forecast. They stopped counting shelves by hand, which saved about six hours a week.',
  'Tom Weber: That is good to hear. What keeps you from rolling it out to all eighty stores?',
  'Ana Reyes: The price. Your offer of 48,000 euros a year is above our budget of 40,000 euros.',
  'Tom Weber: If you sign for two years, I can offer 42,000 euros a year.',
  'Ana Reyes: I can defend 42,000 euros. But our security team needs the audit report before anybody signs.',
  'Tom Weber: I will send you the audit report by Thursday.',
  'Ana Reyes: Then I will present the contract to our board on March 14.',
  'Tom Weber: Great. Shall we talk again the day after, on March 15?',
  'Ana Reyes: Yes, March 15 at ten works for me.',
] as const

export const SAMPLE_QUESTION = 'What price did they agree on, and what does each of them do next?'
