/**
 * Capitalized words that name nothing in particular: common acronyms, titles and roles, institutions without a name,
 * nationalities, and numbered parts. They are never companies, people, places or products.
 */
const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Common acronyms, in lower case and singular. */
const ACRONYMS =
  set(`tv lcd led oled dvd vcr cd pc pda id api sdk cpu gpu ram rom ssd hdd ux ui json xml html css pdf http https url uri usb sms mms gps
rfid nfc iot ai ml llm nlp vpn vm ci sql csv ascii yaml ssh ssl tls tcp udp dns lan wifi rest rpc pr prs mvp poc qa sla slo kpi okr roi roe roa roic rfp rfq
rfi nda msa sow crm erp saas paas iaas b2b b2c d2c dtc oem odm smb sme sku bom eta etd tbd tba tldr lol imo imho btw fyi asap rsvp diy hq
gaap ifrs ebit ebitda ebita ebda ebitax eps dso dpo capex opex fcf sg sga cogs p&l r&d m&a t&e q&a g&a l&d hr pr it esg csr ppe pp&e fx ltv cac arr mrr arpu nps gmv
aum nav irr npv wacc cagr yoy qoq mom ytd qtd mtd ttm ltm ipo spac etf reit abl gdp cpi ppi libor sofr
co2 dna rna iv uv ct mri ecg ekg icu er pcr elisa ppo hmo otc ip ipr faq utc gmt est pst cst cet bst edt pdt am pm ok vip vp ceo cfo coo cto cmo cio cro chro cso svp evp md mp am ms ma
phd mba cpa ba bsc msc gcse nhs nft defi dao rv suv ev vc pe lp gp ac dc hd sd fm isp mvpd teu lng lpg rng true false null
fft hmm mfcc lda plp msg snr vad mlp asr pca svm rl gmm zk evm aot jit gc os db ide cli gui dm cc bcc ps nb aka etc vs iq eq`)

/** Words of roles and titles. A name that consists of nothing else is a role. */
const ROLE_WORDS =
  set(`prime minister deputy assistant associate acting interim senior junior vice chief executive financial operating technology information
marketing medical officer president chair chairman chairwoman chairperson speaker secretary treasurer director manager head lead leader
premier mayor senator governor member members cabinet first honourable honorable right hon parliamentary under clerk witness
project product program account sales customer success support industrial designer design developer engineer engineering expert analyst consultant
researcher professor doctor postdoc grad student teacher commissioner ambassador general attorney counsel judge chancellor king queen pope
user interface mister madam mr mrs ms miss sir lady lord of the and for to state finance health education foreign affairs defence defense justice
agriculture agri-food transport environment housing labour labor employment immigration international trade public safety services industry`)
/** A role has at least one of these. */
const ROLE_HEADS =
  /\b(?:minister|president|officer|chair(?:man|woman|person)?|speaker|secretary|treasurer|director|manager|premier|mayor|senator|governor|members?|clerk|designer|developer|engineer|expert|analyst|consultant|professor|doctor|commissioner|ambassador|attorney|counsel|judge|chancellor|interface|marketing|project|leader|witness|madam|hon)\b/

/** Institutions and things that have a name only with more words. */
const GENERIC =
  set(`government parliament house senate congress council committee board ministry department cabinet opposition party assembly court
commission agency office university college school hospital bank church army police company team group division union federation province
republic bill act law house chamber riding caucus quorum motion order internet web wifi bluetooth ethernet wall end center centre side
however suppose therefore moreover furthermore besides otherwise nevertheless finally hopefully obviously maybe perhaps actually basically
whereas although though unless because since while during before after until headquarter headquarters
northeast northwest southeast southwest midwest mum dad mom grandma grandpa bible god earth moon sun internet e-commerce ecommerce`)

const NATIONALITIES =
  set(`welsh scottish irish english canadian canadians finnish norwegian danish polish turkish greek portuguese austrian hungarian czech slovak
romanian bulgarian croatian serbian ukrainian belgian israeli arab arabic persian iranian iraqi egyptian moroccan nigerian kenyan african africans asians
vietnamese thai filipino indonesian malaysian pakistani argentine argentinian chilean colombian peruvian cuban hispanic latino latinos
mandarin cantonese hindi urdu hebrew inuit metis métis indigenous catholic christian christians muslim muslims jewish democrat democrats republican republicans
liberal liberals conservative conservatives scots brits indians australians mexicans russians italians spaniards dutchmen`)

/** Nouns that a number follows without being a product: `Phase 2`, `Standing Order 17`. */
const NUMBERED =
  /^(?:.* )?(?:phase|type|stage|layer|order|bill|option|version|chapter|level|tier|group|class|alpha|beta|number|highway|route|room|item|part|section|page|slide|step|question|point|figure|table|day|week|month|sprint|round|line|gate|floor|unit|test|case|index|feature|features|task|model|display|business|article|schedule|schedules|annex|paragraph|covid|top|consensus|track|team|season|episode|volume)s? \d+[a-z]?$/

const ACRONYM = /^\p{Lu}[\p{Lu}\d&./-]{1,7}s?$/u

/** Whether a name is written in capitals, such as `IBM` and `TVs`. */
export const isAcronym = (name: string): boolean => ACRONYM.test(name)

/** @param name text of the name, without a possessive ending */
export function isCommonName(name: string): boolean {
  const folded = name.toLowerCase().replace(/\s+/g, ' ')
  if (isAcronym(name) && (ACRONYMS.has(folded) || ACRONYMS.has(folded.replace(/s$/, '')))) return true
  if (GENERIC.has(folded) || NATIONALITIES.has(folded) || NUMBERED.test(folded)) return true
  const words = folded.split(/[\s-]+/)
  return (
    ROLE_HEADS.test(folded) && words.every((word) => ROLE_WORDS.has(word) || ROLE_WORDS.has(word.replace(/s$/, '')))
  )
}

/** Organizations that everybody calls by their acronym. */
const ORGANIZATIONS =
  set(`ibm bbc cbc nbc abc cnn hbo sap aws hp ups bmw rwe cvs fda nasa nih cdc un who irs sec fbi cia nsa epa dod doe fcc ftc nato imf wto oecd ecb mit ucla nyu icsi sri nist
darpa ieee acm at&t pg&e kpmg pwc ey bp bt kfc ibm dhl cern uefa fifa nba nfl nhl mlb opec unesco unicef usda hud hhs ubs hsbc rbc bmo cibc pnc usaa aig axa abb 3m ge gm tsmc amd nvidia arm lg jbl jpmorgan bofa adp csx`)

export const isKnownOrganization = (name: string): boolean => ORGANIZATIONS.has(name.toLowerCase())
