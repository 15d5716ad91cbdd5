/** English word lists that distinguish names from other capitalized words, and types of names. */
import { MONTHS, SHORT_MONTHS, WEEKDAYS } from '../../../core/calendar-words.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Capitalized words that aren't names: forms of address, days, months, roles, parts of documents and meetings. */
export const DULL =
  set(`${[...WEEKDAYS, ...MONTHS, ...SHORT_MONTHS].join(' ')} i i'm i'll i'd i've im ill id ive ok okay yes no mr mrs ms dr prof sir madam chief executive officer officers senior vice president presidents director directors chairman chairwoman chair
chairperson ceo cfo coo cto cmo cio vp evp svp founder cofounder manager managers analyst analysts operator investor investors relations
treasurer secretary counsel controller head partner owner board earnings conference call calls results quarter quarterly annual year fiscal
full first second third fourth half slide slides page form safe harbor statement statements q a qa question questions answer answers session
presentation webcast website today good morning afternoon evening hello hi hey thanks thank welcome ladies gentlemen everyone everybody
company companies team teams please sure great perfect right well so and but or the this that these those there here it we you they he she
what when where why how who which if in on at for from with to of by as also again now then just like lets let's let well number point
total net gross adjusted non gaap ebitda eps capex opex roi kpi kpis fx ip it hr pr ar vr ui ux q1 q2 q3 q4 h1 h2 am pm tv faq fyi asap eta
yeah yep yup nope uh um hmm oh ah wow alright absolutely definitely exactly congrats congratulations sorry excuse god gosh jesus damn
english phd mba rep agent customer speaker user guest host moderator participant unidentified section exhibit table figure chapter part step item
north south east west northern southern eastern western american americans european europeans british french german germans swiss canadian chinese japanese korean indian italian spanish dutch
mexican brazilian russian swedish australian asian african latin coast true operating ebit`)

/** Roles in introductions of people. */
export const ROLE =
  '(?:(?:our|the|its|their|my|your|acting|interim|senior|executive|deputy|assistant|associate|lead|global|group|regional|national|corporate|co-?)[ -]){0,4}(?:chief|president|vice|ceo|cfo|coo|cto|cmo|cio|svp|evp|vp|director|head of|manager|chairman|chairwoman|chair|founder|co-?founder|treasurer|secretary|general counsel|counsel|controller|analyst|engineer|owner|partner|colleague|boss|lawyer|attorney|doctor|professor|minister|mp|md|sales|account executive|investor relations|head)\\b'

const COMPANY_ENDS =
  set(`inc incorporated corp corporation llc llp ltd limited plc gmbh ag sa nv bv co group holdings holding partners capital bank
bancorp securities research advisors advisers associates therapeutics pharmaceuticals pharma biosciences biotech biopharma technologies
technology systems solutions industries enterprises association university college institute institutes committee commission department
agency foundation ministry brothers markets financial finance international airlines airways motors media networks labs laboratories
software brands foods stores insurance healthcare health hospital hospitals clinic consulting ventures equity trust fund funds
investments management logistics railroad railway electric utilities utility petroleum oil telecom communications broadcasting entertainment
studios records press times journal post news council senate congress court administration bureau authority federation league church
school schools dental medical sciences science analytics cloud interactive digital global companies society union party`)

const PLACE_ENDS =
  set(`county river valley street avenue boulevard road island islands bay lake beach mountain mountains city airport
peninsula coast desert province district square plaza harbor`)

const PRODUCT_AFTER =
  /^[\s,]*(?:platform|product|products|app|apps|software|tool|tools|suite|device|devices|drug|brand|model|edition|engine|api|plugin|plug-in|feature|browser|phone|tablet|laptop|line of products)\b/i

/** First names that indicate a person. Names that are also common English words are excluded. */
export const FIRST_NAMES =
  set(`aaron abby adam adrian alan albert alejandro alex alexander alexandra alexis alice alicia allen allison alyssa amanda amber amy ana
andrea andreas andrew andy angela anita ann anna anne anthony antonio arthur ashley barbara barry becky ben benjamin bernard beth betty bob bobby
brad bradley brandon brenda brendan brent bret brett brian bruce bryan caitlin cameron carl carla carlos carol caroline carolyn catherine
cathy charles charlie cheryl chloe chris christian christina christine christopher cindy claire claudia clara colin connie connor craig crystal curtis cynthia dale
dan dana daniel danielle danny darren dave david dawn dean deborah debra denise dennis derek diana diane dominic don donald donna dorothy doug
douglas dylan edward edwin elaine elena eleanor eli elizabeth ellen emily emma eric erica erik erin ethan eugene eva evan evelyn fernando florian
francis francisco frank fred frederick gabriel gary geoff geoffrey george gerald gina giovanni glen glenn gordon greg gregory guillermo gustavo hannah hans
harold harry heather heidi helen henry holly howard hugh ian irene isaac isabel ivan jack jackie jacob jaime jake james jamie jan jane
janet janice jared jason javier jay jean jeff jeffrey jen jennifer jenny jeremy jerome jerry jesse jessica jill jim jimmy joan joanna joe joel johan
john johnny jon jonathan jordan jorge jose joseph josh joshua joyce juan juan-carlos judith judy julia julian julie justin karen karl kate katherine
kathleen kathryn kathy katie keith kelly ken kenneth kevin kim kimberly kristen kristin kurt kyle larry laura lauren laurie lawrence lee leo leon leonard
leslie linda lindsay lisa liz logan lori louis louise lucas lucy luis luke lynn madison marc marcus margaret maria marie marilyn mario marissa markus
marshall martha martin martina mary matt matthew maureen max megan melanie melissa michael michele michelle miguel mike mitch mitchell molly monica nancy
naomi natalie nate nathan nathaniel neil nicholas nick nicole nina noah nora norman olga oliver olivia omar oscar pablo pam pamela patricia patrick paul paula pedro
peggy pete peter phil philip phillip priya rachel ralph randy raymond rebecca renee ricardo richard rick ricky rita robert roberto robin rod rodney roger ron ronald
rosa ross roy russell ruth ryan sam samantha samuel sandra sandy sara sarah scott sean sebastian sergio seth shannon sharon shawn sheila shelly shirley simon
sofia sophia sophie spencer stacy stan stanley stefan stephanie stephen steve steven stewart stuart sue susan suzanne sylvia tamara tanya tara ted teresa terry
thomas tiffany tim timothy tina todd tom tommy toni tony tracy travis trevor troy tyler valerie vanessa vera veronica vicente vicki victor victoria vincent virginia vivian
walter wanda warren wayne wendy wesley william yolanda yvonne zach zachary ahmed ali fatima mohammed muhammad raj ravi sanjay anil sunil wei ming chen`)

const EVENTS =
  /^(?:the )?(?:covid(?:[- ]?19)?|coronavirus|christmas|thanksgiving|black friday|cyber monday|easter|halloween|ramadan|diwali|hanukkah|new year(?:'s)?(?: eve| day)?|memorial day|labor day|super bowl|world cup|olympics|olympic games|brexit|world war (?:i|ii|one|two)|prime day|valentine's day|mother's day|father's day|independence day)$/i
const EVENT_END =
  /(?:conference|summit|symposium|festival|expo|webinar|hackathon|championship|hurricane|pandemic|world tour|convention)$/i
const LAW_END = /\b(?:act|law|directive|regulation|amendment|treaty|bill|gdpr|hipaa|ccpa)s?$/i

export const endsAsCompany = (last: string): boolean => COMPANY_ENDS.has(last)
export const endsAsPlace = (last: string): boolean => PLACE_ENDS.has(last)
export const isEvent = (name: string): boolean =>
  EVENTS.test(name) || (/\s/.test(name) && EVENT_END.test(name)) || /^hurricane /i.test(name)
export const isLaw = (name: string): boolean =>
  LAW_END.test(name) && (/\s/.test(name) || /^(?:gdpr|hipaa|ccpa)$/i.test(name))
export const isProductBefore = (after: string): boolean => PRODUCT_AFTER.test(after)
export const isDull = (word: string): boolean => DULL.has(word)
