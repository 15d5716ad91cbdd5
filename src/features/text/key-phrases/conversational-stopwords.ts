/** Conversational stopwords: words that occur in every conversation and don't characterize a chapter or sentence. */
import { stemWord } from '../../../core/stems.ts'

const WORDS =
  `actually again agree ah aha all already alright also always another anybody anyone anything anyway around ask aye
  away back bad basically because being better big bit both bring call came cause certain certainly come coming course couple
  cool day definitely different doing done dont down each either else em end enough er especially even ever every everybody
  everyone everything exactly example fact fair feel few find fine first five four get getting give go goes going gonna good
  got gotta great guess guys hand happen hard hear heard hello hey hi hm hmm hope huh idea ill im interesting issue ive just
  keep kind know last later least left less lets like little long look looking lot lots made main make makes making many
  matter may maybe mean means mhm might mind mm moment more most move mr much must my need nice no nobody none nope not
  nothing now number obviously off oh ok okay old once one only ooh other others ourselves out over own part people perhaps
  person place please plus point possible possibly pretty probably put question quick quickly quite rather real really
  reason right said same saw say saying says second see seem seems seen sense set shall show side since somebody someone
  something sometimes somewhat somewhere soon sorry sort sounds speak start still stuff such suppose sure take taken taking
  talk talked talking tell ten thank thanks thats theres theyre thing things think thinking third thought three through time
  times today together told too took top totally true try trying turn two type uh um umm under understand until up upon us use
  used using usually very wait wanna want wanted wants way ways well went were weve whatever whats whether while whole wise
  within without wont wonder word words work works worse worth would wow write wrong yeah year years yep yes yet youre
  yourself youve cant didnt doesnt isnt arent wasnt werent hasnt havent hadnt couldnt wouldnt shouldnt hed shed wed theyd
  youd id ima itll hell shell well theyll youll thatll welcome bye hopefully honestly literally besides though although
  however therefore thus hence instead otherwise against between during before after above below among toward towards
  across along behind beside beyond near per via than hundred thousand six seven eight nine eleven twelve twenty
  whose here`.split(/\s+/)

const TALK: ReadonlySet<string> = new Set(WORDS.map(stemWord))

/** @param term in the form that `extractTerms` returns */
export const isTalk = (term: string): boolean => term.length === 1 || TALK.has(term) || /^\d+$/.test(term)
