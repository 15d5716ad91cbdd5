/** Kinds of questions about deals and other CRM records. */
import type { KindRow } from './kind-row.ts'

export const DEAL_KINDS = {
  deals: {
    patterns: [
      'which|what|list|show|any deals|opportunities',
      'how many deals|opportunities',
      'which|what @deal close|closes|closing|sign|signs|due',
      'what @be closing',
      'what closes|closed',
      'which|what deal|opportunity did|have|has win|won|lose|lost|close|closed',
      'which|what deal|opportunity @be|belongs|belong',
      'what did we win|won|lose|lost',
      '^lost|won|open|active deals|opportunities',
      'number of deals|opportunities',
      '^deals|opportunities',
      'what|which @be pipeline',
      'pipeline',
      'what|which @be forecast for|of|with|at|on',
      'forecast for|of|with|at|on',
      'how likely|probable @be|sign|signs|close|closes|buy|buys|renew|renews|win|expand|expands',
      'chance|chances|odds|likelihood|probability of|that @deal|sign|signs|signing|close|closes|closing|buy|renew|renews|win|winning',
      'what @be chance|chances|odds|likelihood|probability',
    ],
    also: `forecast likely probable chance chances odds likelihood probability that renew renews renewal expand expands buys signing winning deals deal opportunities opportunity win won lose lost losing close closed open active running pipeline stage list
      belong belongs linked part how many number currently still progress our own owned owns related attached look looks like closes closing sign signs
      signed due today tomorrow next week month quarter expected forecast`,
    rest: 'target',
  },
  dealStage: {
    patterns: [
      'what|which stage|phase',
      'stage|phase|status|state of @deal',
      'stage|phase|status|state of biggest|largest|smallest @deal',
      '@deal stage|phase|status',
      'where @be @deal',
      'where do|does stand @deal',
      'how far @be @deal',
      'what @be status|state @deal',
      'how @be|does @deal going|doing|look|looking',
      'is|was|did|has @deal won|lost|closed|open|close|still',
      'did we win|lose|close @deal',
      '=did we win|lose',
      '=did we win|lose it|them|this',
      'did|has|have|do|does sign|signed|renew|renewed|cancel|cancelled|canceled contract|agreement|order|subscription',
      '^did|has|have sign|signed|renew|renewed|churn|churned|buy|bought|win|won|lose|lost|loose',
    ],
    also: `biggest largest smallest stage phase status state stand standing far along currently deal opportunity won lost closed open still at moment
      account customer going doing pipeline crm sales sign signed renew renewed contract agreement order subscription yet already finally`,
    rest: 'none',
  },
  winRate: {
    patterns: [
      'win|close|closing|success|conversion rate|ratio|percentage',
      'how often do|did|have win|won|lose|lost|close',
      'how many of deals|opportunities win|won|close|lose|lost',
      'how many deals|opportunities win|won|lose|lost versus|vs|compared',
      'rate|ratio of win|won|lost|closed',
      'share|percentage|proportion of deals|opportunities win|won|lost|close|closed',
    ],
    also: `high low good bad strong win won close closed closing success conversion rate ratio percentage share proportion lose lost deals opportunities versus vs
      compared often how many our current overall average`,
    rest: 'none',
    // Rates of customers and of the product aren't recorded.
    never: ['churn|retention|renewal|attrition|error|failure|response|reply|adoption|usage'],
  },
  dealAmount: {
    patterns: [
      'how big|large|much|valuable @be|were @deal',
      'how much @be|were @deal worth',
      'amount|value|size|volume|worth of @deal',
      '@deal size|value|amount|volume|worth',
      'what @be @deal worth',
      'what|which amount|value @be|has|does @deal',
      'what|which size|value|amount|worth @deal',
      'how much does @deal',
      'how much does|do|would|will|did|is|are pay|pays|paying|paid',
      'what does|do|would|will|did|is|are pay|pays|paying|paid',
      'what @be @money pay|pays|paying|paid',
      'total|pipeline|combined|forecast value|amount|worth|volume',
      'how much|big|large|full @be pipeline',
      'how much pipeline',
      'average|mean|typical @deal size|value|amount|worth',
      'average|mean|typical size|value|amount of @deal',
      '=pipeline|forecast',
      'big|biggest|large|largest|highest|top|smallest|valuable @deal',
      '@deal by amount|value|size',
    ],
    also: `average mean typical amount value size volume worth big biggest large largest highest top smallest valuable by full much deal deals opportunity opportunities total pipeline open won lost sum
      combined account customer bring add closed crm forecast how all pay pays paying paid per a year yearly annually would us
      price money`,
    rest: 'none',
  },
  closeDate: {
    patterns: [
      'close|closing|closed date|day',
      'when will|does|do|did|is|was|were|should|are @deal close|closed|closing|expected|due|won|lost|sign|signed',
      'when @be closing|close @deal',
      'when will|did|do we close|closed|win|won|lose|lost @deal',
      'expected|planned|forecast close|closing|signature',
      'by when @deal close|closed|closing',
    ],
    also: 'close closing closed date expected expect planned deal opportunity will should customer account due when by forecast crm',
    rest: 'none',
    // A contract ends years after its deal is closed.
    never: [
      'contract|contracts|agreement|subscription|license|term|pilot|trial end|ends|ended|ending|expire|expires|run|runs|renew|renews',
      'end|expiry|expiration|renewal of contract|agreement|subscription|license|term|pilot|trial',
    ],
  },
  dealReasons: {
    patterns: [
      'why lose|losing|loose',
      'what|which did|can|should learn|learned|lessons from losing|loss|lost',
      'lessons from|of losing|loss|lost',
      'why lose|lost|losing|losses|loss|loose @deal',
      'loss|lost|losing reason|reasons',
      'reason|reasons lost|lose|losing|loss|losses',
      'what cost us @deal',
      'why did not win|close @deal',
      'why @deal lost|fail|failed',
      'why did|do not buy|sign|choose',
      'what made|makes lose|losing|lost',
      'why win|won|winning',
      'why win|won|winning @deal',
      'reason|reasons win|won|winning',
      'why @deal won',
      'why do|did @customer choose|buy|sign|stay|renew',
      'why did|have|has renew|renewed|stay|stayed|sign|signed|choose|chosen|buy|bought',
      'what made|makes win|won',
      'why choose|chose|chosen|pick|picked|go|went|gone|decide|decided other|another|someone|somebody|competitor|elsewhere|rival|else',
      'which|what|who competitor|competitors|vendor|rival lose|lost|losing',
      '^who|whom lose|lost|losing to',
      'why leave|left|cancel|cancelled|canceled|churn|churned',
      'why did|do|does not renew|continue|stay',
    ],
    also: `what learn learned lessons lesson from can should competitors who whom choose chose chosen pick picked go went gone decide decided other another someone somebody else competitor elsewhere
      rival vendor vendors provider supplier tool solution product instead with leave left cancel cancelled canceled churn churned
      continue account accounts why win won winning stay renew customer customers us our lose lost losing reason reasons deal deals opportunity opportunities fail failed win close did not main behind
      most often buy sign choose made makes what`,
    rest: 'none',
  },
} as const satisfies Readonly<Record<string, KindRow>>
