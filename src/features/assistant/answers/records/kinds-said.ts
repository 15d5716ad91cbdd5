/** Kinds of questions about what people said about a topic. */
import { SMALL_NUMBERS } from '../../../../core/numbers.ts'
import type { KindRow } from './kind-row.ts'

/** Words for speaking and thinking. */
export const SPEECH = `know learn learned learnt quotes quote say said saying thinking telling asking tell told think thought feel felt mention
  mentioned mentions ask asked asks react reacted respond responded feedback opinion opinions comment comments statement
  statements talk talked spoke speak raise raised brought named about regarding heard hear`

export const SAID_KINDS = {
  said: {
    patterns: [
      'what|which @did @customer|@seller say|said|tell|told|think|thought|feel|mention about|on|regarding|of',
      'what|which have|has @customer|@seller said|told|thought|mentioned about|on|regarding|of',
      'what|which @be @customer|@seller|people saying|thinking|telling|asking about|on|regarding|of',
      'what|which @did analysts|investors|executives|participants|members|attendees say|said|think|ask|asked about|on|regarding|of',
      'what|which do|did|does|have|has say|said|think|thought|feel|mention about|on|regarding|of',
      'what|which @be said|mentioned about|on|regarding|of',
      'how did|do|does @customer feel|think about|on|of',
      'how did|do|does @customer react|respond|reacted|responded to',
      'what do|does know about|of',
      'what did|have learn|learned|learnt about|of|from',
      'give|show|find|list quotes|quote about|on|of|from',
      'quotes|quote about|on|of',
      'feedback|opinion|opinions|comments|statements about|on|regarding',
      '@customer feedback|opinion|opinions|comments about|on|regarding',
      '^who asked|ask|asks about',
      'which|what @customer|@account ask|asks|asked|talk|talked|speak|spoke|complain|complained about',
      '^who talked|spoke|talks|speaks about',
      '^who said|mentioned|mentions|mention|raised|named|brought',
      'how many @customer|@seller|@account|people|persons mention|mentioned|raised|asked|talked|spoke|said|named|brought',
      'how many @customer|@account|people|persons want|wanted|need|needed|request|requested|order|ordered',
      'how often|many|times @mention',
      '^was|were|is|did|does|do|has|have @mention',
      '^does|do|did need|want|require|request',
      '^was|were|is|did|does|do|has|have ask|asked|requested|say|said|talk|talked|speak about',
    ],
    also: `${SPEECH} ${SMALL_NUMBERS.slice(2, 11).join(' ')} on of how many often times customer customers clients client prospect
      prospects buyer buyers rep reps seller sellers colleagues account accounts company companies people persons us to
      anything something who come came ever up want wanted need needed request requested require`,
    rest: 'words',
  },
} as const satisfies Readonly<Record<string, KindRow>>
