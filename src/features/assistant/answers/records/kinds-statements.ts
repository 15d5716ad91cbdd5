/** Kinds of questions about what people expressed in their calls. */
import type { KindRow } from './kind-row.ts'

export const STATEMENT_KINDS = {
  contacts: {
    patterns: [
      'why @did @customer|they|he|she call|contact|write|get|reach|ring',
      'what|which @did @customer|they want|wanted|need|needed|request',
      'what @be @customer problem|issue|request|concern|matter',
      'what @be problem|issue|request|concern|matter|reason|case',
      'problem|issue|request|concern|reason of|for|from @customer|@call|contact',
      'reason|reasons|cause|causes for|of contact|contacts|contacting|calling',
      'contact|support|service reasons|requests',
      'why do|did @customer|people contact|call|write',
      'what do|did @customer|people contact|call|write about|for',
      'how|why @be problem|issue|request|case|it resolved|solved|settled|handled|fixed|closed|answered|refused|rejected|declined',
      '@be problem|issue|request|case|it resolved|solved|settled|handled|fixed|closed|answered|refused|rejected|declined',
      '^who|which @customer want|wanted|need|needed|request|requested',
      '^who want|wanted|need|needed|request|requested',
      'what @be outcome|result|resolution',
      'what became of @it|request|problem|issue',
      '=what happened',
    ],
    also: `customer customer's customers client client's clients caller callers caller's why call called calling contact contacted write wrote get got in
      touch reach reached out ring want wanted need needed ask asked request requested problem issue concern matter reason case outcome result
      resolution resolved solved settled handled fixed closed answered refused rejected declined became of for from about help with us was main
      reasons cause causes contacts contacting support service requests people common most often`,
    rest: 'topic',
  },
  problems: {
    patterns: [
      'what|which @customer complain|complained|complaining|complaints|struggle|struggling|frustrated|frustrates|unhappy',
      'what|which @did @customer complain|complained|struggle|dislike',
      'what|which problems|problem|pains|pain|complaints|complaint|frustrations|challenges|difficulties|issues @customer',
      'problems|pains|complaints|frustrations|challenges of|from|by|with|@did @customer',
      '@customer problems|pains|complaints|complaint|frustrations|challenges',
      'what @be @customer unhappy|frustrated|annoyed|struggling|complaining',
      'what pain points',
      'what went wrong|bad|badly|poorly',
      'what|which problems|complaints|pains|frustrations|challenges|difficulties @did have|has|had|face|faced|see|report|reported|raise|raised',
      'which|what @customer|@account @be unhappy|frustrated|annoyed|angry|dissatisfied',
      '^who @be unhappy|frustrated|annoyed|angry|dissatisfied',
      '^who complained|complains|complain',
      '@calls|@call @customer @be unhappy|frustrated|annoyed|angry|dissatisfied|upset|complaining',
      '@calls|@call @customer complained|complains|complain',
      '@calls with|have unhappy|frustrated|annoyed|angry|dissatisfied|upset @customer',
      'pain points',
      '@calls|@call went|gone|go bad|badly|wrong|poorly',
      'what|which bugs|bug|defects|errors|faults|incidents|outages @did @customer|report|reported|find|found|have|had|see|saw|hit',
      'bugs|bug|defects|errors|faults|incidents|outages reported|found|raised|from|by',
      'how many @customer|@account|people|users @did|have|had problems|problem|trouble|issues|issue|difficulties|complaints',
      'how many @customer|@account|people|users complained|complain|struggle|struggled|reported|report',
      'complaints|complaint @be|raised|made|came|heard',
      'top|main|biggest|common|frequent complaints|problems|pains|frustrations|bugs',
      '^complaints|bugs',
    ],
    also: `where upset calls went wrong bad badly poorly what which complain complained complaining complaints complaint struggle struggling frustrated unhappy annoyed angry dissatisfied who complains dislike problem
      problems pain pains points frustrations challenges difficulties issues issue customer customers clients prospect prospects buyer buyers face faced
      report reported have has had raise raised open still
      came come heard name named most often about with main top biggest common frequent recurring frequently made list hear get got bugs bug
      defects errors faults incidents outages find found saw hit how many account accounts users trouble`,
    rest: 'words',
  },
  objections: {
    patterns: [
      'what|which objections|objection|concerns|concern|worries|worry|doubts|reservations|hesitations|pushback',
      'objections|concerns|worries|doubts|reservations|pushback',
      'what @did @customer object|worry|worried|doubt|hesitate',
      'what @be @customer worried|concerned|afraid|hesitant|skeptical|sceptical',
      'what @did object|objected to',
      '^what @be worried|concerned|afraid|nervous about|of',
      '^who objected|objects|object|worried|complains',
      'which|what @customer|@account object|objects|objected|worry|worried|hesitate|hesitated|push|pushed',
      'how many @customer|@account object|objected|worried|hesitated',
      '^who|which finds|find|found|thinks|think|thought|said|says|say|told|considers expensive|pricey|costly|overpriced',
      'which|what @customer|@account finds|find|found|thinks|think|thought|said|says|say|told|consider expensive|pricey|costly|overpriced',
      '^who|which|what think|thinks|thought|find|finds|say|says|said|feel|feels cost|costs much',
      'which|what @customer|@account think|thinks|thought|find|finds|say|says|said|feel|feels cost|costs much',
      '@customer|@account @be expensive|pricey|costly|overpriced',
      '@be @money problem|issue|concern|obstacle|hurdle|objection',
      '^was|were|is|are|did|does|do expensive|pricey|costly|overpriced',
      'how many @customer|@account expensive|pricey|costly|overpriced',
      '^who pushed|pushing|pushes back',
      'what|which risk|risks @did @customer mention|mentioned|raise|raised|see|name|named|fear',
      'risk|risks mentioned|raised|named by @customer',
      'what @did @customer fear|scares|scared',
    ],
    also: `nervous pushing pushes risk risks mention mentioned see name fear scares scared objections objection concerns concern worries worry worried doubts doubt reservations hesitations pushback object
      objected raise raised have has had customer customers clients prospect prospects buyer buyers concerned afraid hesitant skeptical sceptical push pushed back
      about to main biggest most common named heard came come up list name hear get got objects hesitate hesitated
      finds find found thinks think thought said says say told consider considers too very much account accounts against over problem issue obstacle
      hurdle feel feels product products software service services tool solution offer plan license subscription`,
    rest: 'words',
  },
  requests: {
    patterns: [
      '@customer feature|product|improvement request|requests|wishes|ideas',
      'what|which feature|features|product|improvement request|requests|requested|wishes|wish',
      'feature|product|improvement request|requests',
      'what|which @did @customer want|wish|miss|request|requested|need',
      'what|which features|feature|functions|things @did @customer|people want|wanted|wish|wished|miss|missed|need|needed|request|requested',
      'what|which features|feature @did requested|wanted|missing|needed',
      'what|which @did @customer requested',
      'what|which did requested us|me',
      'what|which requests|wishes @did @customer have|had|make|made|raise|raised',
      'requests|wishes of|from|by @customer',
      'what do|does @customer miss|lack',
      'what do|does care about',
      'what do|does @customer care',
      'what @be important|matters to|for',
      'what matters to|for',
      'priorities|priority of|for|@be',
      'what @be priorities|priority',
      'what|which @did|@be @customer asking|ask|want|wanting|telling build|add|change|improve|develop',
      'what should build|add|develop',
      'what|which @did|@be @customer asking build|add|change|improve|develop',
      'what does|do|did need|want|wish|miss|require|demand',
      'what|which demands @be|did|do|does',
    ],
    also: `demand demands demanded asking ask wanting telling build add change improve develop should feature features product improvement request requests requested wishes wish wished ideas want wanted miss missed missing
      need needed lack functions things not we do support offer yet customer customers clients prospect prospects buyer buyers have has
      had make made raise raised come came heard most often main common list in product hear get got next
      first now care cares important matters priorities priority`,
    rest: 'words',
    // The caller's own priorities are tasks.
    never: ['my|our|i|we priorities|priority', 'priorities|priority should|today|tomorrow|week'],
  },
  praise: {
    patterns: [
      'what|which @did @customer like|love|liked|loved|praise|praised|appreciate',
      'what @be @customer happy|satisfied|pleased',
      'praise|compliments from|by|of|@did @customer',
      '@customer praise|compliments',
      'positive|good feedback',
      'what @did|@be go|went|going well|good|great|smoothly',
      'what went well|good|great|smoothly',
      'what|which praise|compliments',
      'why do|did @customer like',
      'which|what @customer|@account like|likes|liked|love|loves|loved|praise|praised|appreciate|appreciated',
      '^who likes|liked|loves|loved|praised',
      'why @be @customer happy|satisfied',
    ],
    also: `likes loves appreciated account accounts companies who go went going well good great smoothly like love liked loved praise praised appreciate happy satisfied pleased with compliments positive good feedback why us our customer customers clients prospect prospects buyer buyers most about heard come came product best hear get got`,
    rest: 'words',
  },
  dealRisks: {
    patterns: [
      'which|what @deal @be at risk|danger',
      'which|what @deal @be about|going|likely slip|fail|lost',
      '@deal could|might|may|will fall|slip|fail|die',
      'which|what @deal @be slipping|stuck|stalled|endangered',
      'what|which @be at risk',
      'what|which risk|risks',
      'risks|risk of|in|for|with|on @deal',
      '@deal at risk',
      '@deal risk|risks',
      'what could|can|might go wrong',
      'which|what @account @be at risk|danger',
      'which|what @account @be at risk|danger of churn|churning|leaving|cancelling|canceling|losing',
      'which|what @account @be about|going|likely|planning churn|leave|cancel',
      '^who @be at risk|danger',
      '^who might|could|will|is churn|leave|cancel|churning|leaving|cancelling|canceling',
      'which|what @account @be slipping|stuck|stalled|endangered|churning',
      '@account at risk',
      '@deal|@account need|needs|require|requires|deserve|deserves attention|help|work|action|care',
      'which|what @deal|@account @be likely|expected|going|sure|close close|sign|win|happen|closing',
      'which|what @deal|@account likely|might|could|will churn|leave|cancel|lose|fail|slip',
      'what|which @deal|@account should|must focus|look|worry|concentrate',
      'which|what @deal|@account @be trouble|difficulties',
      'how healthy|safe @be pipeline|forecast|@deal',
    ],
    also: `fall die may through that leaving cancelling canceling losing planning about trouble difficulties deals deal opportunities opportunity risk risks at danger slipping stuck stalled endangered could can might go wrong
      open pipeline now currently our list any main biggest account accounts customers clients companies churning need needs
      require requires deserve deserves attention help work action care likely expected going sure close closing sign win happen will churn leave
      cancel lose fail slip should must focus look worry concentrate most soon this next healthy safe forecast first to`,
    rest: 'none',
  },
} as const satisfies Readonly<Record<string, KindRow>>
