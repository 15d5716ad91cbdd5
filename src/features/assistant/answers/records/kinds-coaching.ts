/** Kinds of questions of managers: who needs coaching, which calls to hear, and how satisfied customers are. */
import type { KindRow } from './kind-row.ts'

export const COACHING_KINDS = {
  coaching: {
    patterns: [
      'which|what|who @seller need|needs|require|requires|could|should coaching|training|help|support',
      '^who need|needs|require|requires|could|should coaching|coach|training|train|feedback',
      '@seller need|needs|require|requires coaching|training|help|support|improvement',
      'which|what|who @seller @be|struggle|struggles|struggling underperforming|struggling|weakest|worst|behind|best|strongest|top',
      'which|what|who @seller struggle|struggles|underperform|underperforms',
      '^who @be weakest|worst|best|strongest|top @seller',
      'best|top|strongest|weakest|worst @seller',
      'how do|does|did|are @seller compare|perform|performing|doing',
      'compare @seller',
      'who should|must|can|could coach|train',
      'where|what|whom should|can|could|must coach',
      'coaching opportunities|needs|areas|topics|ideas',
      'how|where|what can|could|should|must improve|better',
    ],
    also: `who whom where how need needs require requires could should must can coaching coach training train help support feedback improvement improve
      better struggle struggles struggling underperform underperforms underperforming weakest worst behind best strongest top compare perform performing
      performance doing opportunities areas topics ideas rep reps seller sellers agent agents colleague colleagues team each other others most`,
    rest: 'none',
    // “What would Tom do differently?” is what Tom says.
    never: ['would differently|otherwise'],
  },
  worthHearing: {
    patterns: [
      'which|what @call should|must|can|could listen|hear|review|watch|check|look',
      'which|what @call @be worth',
      '@call worth|deserve|deserves listening|listen|hearing|hear|reviewing|review|watching|attention|look|time',
      'which|what @call need|needs|deserve|deserves attention|review|reviewing|look',
      'which|what @call stand|stands|stood out',
      'interesting|notable|unusual|outlier|remarkable|noteworthy @call',
      'which|what @call @be interesting|notable|unusual|outliers|remarkable|important|best|worst',
      'what should|must|can listen|review|hear|watch',
      '@call listen|review|hear to|first|next|today',
    ],
    also: `which what should must can could listen listening hear hearing review reviewing watch watching check look worth deserve deserves need needs
      attention stand stands stood interesting notable unusual outlier outliers remarkable noteworthy important best worst time first next today to
      as manager into at`,
    rest: 'none',
  },
  satisfaction: {
    patterns: [
      'how satisfied|happy|pleased|content|unhappy|dissatisfied @be @customer',
      'how satisfied|happy|pleased|content|unhappy|dissatisfied @be',
      'how do|does|did @customer feel',
      'how @be @customer feeling',
      '@be @customer satisfied|happy|pleased|content',
      '^is|are satisfied|happy|pleased|content with|about',
      '^is|are|was|were satisfied|happy|pleased|unhappy|dissatisfied|angry|upset|annoyed|frustrated',
      '=are|is customers|they happy|satisfied',
      '@customer satisfaction|sentiment|mood|csat',
      'happy|satisfied|pleased|content @customer',
      'satisfaction|sentiment|mood of|among|with @customer',
    ],
    also: `how satisfied happy pleased content unhappy dissatisfied feel feeling satisfaction sentiment mood csat customer customers client clients
      prospect prospects buyer buyers account with about us our product service so far overall currently among is are
      was were angry upset annoyed frustrated still really`,
    rest: 'none',
  },
} as const satisfies Readonly<Record<string, KindRow>>
