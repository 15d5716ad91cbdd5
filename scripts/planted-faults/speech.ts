// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of source code
/** Faults in the stems of words, and in the recognition of speech and speakers. */
import { inFile, type PlantedFault } from './model.ts'

const TRANSCRIPTION = 'src/features/conversations/transcription'
const SHERPA = 'src/outbound/transcription/sherpa'

export const SPEECH_FAULTS: readonly PlantedFault[] = [
  ...inFile(
    'src/core/stems.ts',
    ['src/core/stems.test.ts'],
    [
      [
        'short words have other stems than their forms',
        "!word.endsWith('is') ? `${stem.slice(0, -1)}y` : stem",
        "false ? '' : stem",
      ],
      ['words of different meanings are joined', 'CORRECTED.get(spelled) ?? restoreY', 'restoreY'],
      ['irregular forms are other words', '...readFamilies(IRREGULAR_VERBS)', "...readFamilies('')"],
      ['British spellings are other words', 'const spelled = toAmerican(word)', 'const spelled = word'],
    ],
  ),
  ...inFile(
    'src/outbound/search-index/write.ts',
    ['src/outbound/search-index/write.test.ts'],
    [['texts keep older stems', 'and stems_version < ${STEMS_VERSION}', 'and words is null']],
  ),
  ...inFile(
    'src/outbound/media/sound-windows.ts',
    ['src/outbound/media/sound-windows.test.ts'],
    [
      ['windows begin before speech', 'if (next < start) {', 'if (false) {'],
      ['windows extend over the end of speech', 'Math.min(window - length, end - next)', 'window - length'],
    ],
  ),
  ...inFile(
    `${TRANSCRIPTION}/turn-speakers.ts`,
    [`${TRANSCRIPTION}/turn-speakers.test.ts`],
    [
      ['a short overlap changes the speaker', 'const CLEAR = 0.8', 'const CLEAR = 0'],
      ['words belong to turns far away', 'const NEAR = 1\n', 'const NEAR = 100\n'],
      ['words outside of turns have no speaker', 'const NEAR = 1\n', 'const NEAR = 0\n'],
    ],
  ),
  ...inFile(
    `${SHERPA}/speaker-detector.ts`,
    [`${SHERPA}/speaker-detector.test.ts`],
    [
      ['each part has speakers of its own', 'if (alike >= most)', 'if (alike > 2)'],
      ['all voices are alike', 'const ALIKE = 1 - DISTANCE', 'const ALIKE = -2'],
      ['two speakers of a part become one', 'taken.has(index) ? 0 : ', 'taken.has(index) ? 1 : '],
    ],
  ),
  ...inFile(
    `${SHERPA}/speech-model.ts`,
    [`${SHERPA}/speech-model.test.ts`],
    [
      ['streaming models are accepted', "if (metadata.has('decode_chunk_len'))", 'if (metadata.size < 0)'],
      ['slower weights are preferred', 'quantized.length > 0 ? quantized : fitting', 'fitting.slice(0, 1)'],
      [
        'NeMo transducers run as others',
        "type.startsWith('EncDec') ? 'nemo_transducer'",
        "type === '' ? 'nemo_transducer'",
      ],
    ],
  ),
]
