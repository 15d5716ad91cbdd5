/**
 * Words that express an opinion. The list is small on purpose: words that are neutral in business (issue, cost, support)
 * and formulas of politeness (thanks, great, fine) are missing, because they state no opinion.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that praise or blame a subject. */
export const PRAISE = words(`excellent amazing fantastic wonderful awesome delightful brilliant superb terrific
  impressive fascinating helpful intuitive promising`)
export const BLAME = words(`terrible awful horrible annoying frustrating disappointing disappointment useless
  unacceptable unreliable ridiculous inconvenient overpriced nightmare mess buggy clunky cumbersome dreadful
  confusing`)

/** Feelings. They count only for the speaker: "I am happy" rather than "if people are happy". */
export const JOY = words(`love loved enjoy enjoyed impressed delighted thrilled excited happy pleased glad proud
  satisfied`)
export const ANNOYANCE = words(`hate hated annoyed frustrated disappointed unhappy upset angry worried concerned
  confused dissatisfied struggling`)

/** Words that name the speaker. */
export const SPEAKER = words('i im ive we were weve my our me us')

/** Words before an opinion that reverse it, within `REACH` words. */
export const NEGATIONS = words(`not no less never nobody nothing neither nor without hardly barely
  dont doesnt didnt isnt wasnt arent werent cant cannot couldnt wont wouldnt shouldnt hasnt havent hadnt aint`)

/** Words that mention an opinion without holding it: conditions, wishes and futures. */
export const UNREAL = words(`if whether would could should might hope wish imagine unless until suppose may will
  theyd itd youd wed id hed thatd youll theyll itll thought when gets`)
