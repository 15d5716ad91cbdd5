/** Conversations in other languages, and the encodings of older programs in which such texts are stored. */
import type { Speech } from './truth.ts'

const pairs = (...lines: string[]): readonly (readonly [number, string])[] => lines.map((line, at) => [at % 3, line])

const german: Speech = {
  title: 'Scanner für das zweite Lager',
  names: ['Jörg Müller', 'Zoé Groß', 'Anna Öztürk'],
  lines: pairs(
    'Guten Morgen, wir möchten über die Scanner für das zweite Lager sprechen.',
    'Schön, dass Sie anrufen. Wir brauchen sechzig Stück, aber nicht vor März.',
    'Das ist möglich. Größere Geräte haben wir auch noch.',
    'Für uns ist der Preis wichtig. Wie hoch wäre er bei sechzig Geräten?',
    'Ich schicke Ihnen das Angebot mit allen Zahlen bis Freitag.',
    'Dann können wir es am Dienstag prüfen und zurückrufen.',
  ),
}
const french: Speech = {
  title: 'Scanners pour le deuxième entrepôt',
  names: ['Élise Noël', 'François Dupré', 'Hélène Garçon'],
  lines: pairs(
    'Bonjour, je vous appelle pour les scanners du deuxième entrepôt.',
    'Très bien, nous avons déjà reçu votre première offre.',
    'Est-ce que le prix est correct pour vous? Nous pouvons le réduire à partir de soixante appareils.',
    'C’est possible, mais nous préférons décider avec notre équipe.',
    'Je vous envoie une nouvelle offre dans la journée, avec les délais.',
    'Merci, c’était très clair. À bientôt, je vous rappelle vendredi.',
  ),
}
const spanish: Speech = {
  title: 'Escáneres para el segundo almacén',
  names: ['Íñigo Núñez', 'María Peña', 'José Ibáñez'],
  lines: pairs(
    'Buenos días, llamo por los escáneres para el segundo almacén.',
    '¡Qué bien! Hay más usuarios que el año pasado, así que necesitamos sesenta.',
    '¿Y cuándo los necesitan? Esto está disponible en una semana.',
    'Para nosotros es muy importante el precio, pero también el servicio.',
    'Le envío la oferta mañana con las condiciones por escrito.',
    'Gracias, la miramos y le llamamos el miércoles.',
  ),
}
const english: Speech = {
  title: 'Scanners for the second warehouse – offer',
  names: ['Zoë O’Brien', 'José Okafor', 'Jörg Park'],
  lines: pairs(
    'Good morning, this is about the scanners that you wanted for your café.',
    'Thanks. We’d like sixty of them – if the price is below €900.',
    'It’s fine. Would you like the one with eight bays, or not?',
    'The one with “eight”, and we have another question for them.',
    'What is it? I’ll ask from here, and they will answer this week.',
    'That was all. You have the details, and we’ll sign it.',
  ),
}
const japanese: Speech = {
  title: '第二倉庫のスキャナー',
  names: ['田中 花子', '佐藤 健', '鈴木 一郎'],
  lines: pairs(
    'おはようございます。第二倉庫のスキャナーについてお電話しました。',
    'ありがとうございます。六十台ほど必要ですが、価格はどうなりますか。',
    'その数量でしたら、値引きができます。来週の金曜日までにお返事ください。',
    'わかりました。社内で確認してから、またご連絡します。',
    '見積書は今日中にメールでお送りしますので、ご確認をお願いします。',
    'はい、よろしくお願いいたします。それでは失礼します。',
  ),
}
const polish: Speech = {
  title: 'Skanery do drugiego magazynu',
  names: ['Paweł Wójcik', 'Grażyna Nowak', 'Łukasz Zieliński'],
  lines: pairs(
    'Dzień dobry, dzwonię w sprawie skanerów do drugiego magazynu.',
    'Dziękuję za telefon. Potrzebujemy sześćdziesięciu sztuk.',
    'To możliwe, wyślę ofertę jeszcze dziś po południu.',
    'Świetnie, omówimy ją w przyszły wtorek i damy znać.',
  ),
}
const czech: Speech = {
  title: 'Skenery pro druhý sklad',
  names: ['Jiří Dvořák', 'Žaneta Nováková', 'Štěpán Černý'],
  lines: pairs(
    'Dobrý den, volám kvůli skenerům pro druhý sklad.',
    'Děkuji, potřebujeme jich šedesát ještě před sezónou.',
    'To půjde, nabídku pošlu dnes odpoledne i s cenou.',
    'Výborně, příští týden ji podepíšeme a ozveme se.',
  ),
}
const turkish: Speech = {
  title: 'İkinci depo için tarayıcılar',
  names: ['Ayşe Yıldız', 'Mehmet Çağlar', 'Gül Şahin'],
  lines: pairs(
    'Günaydın, ikinci depo için tarayıcılar hakkında arıyorum.',
    'Teşekkür ederim, altmış tane gerekiyor ama fiyat önemli.',
    'Bu mümkün, teklifi bugün göndereceğim.',
    'Çok iyi, salı günü kurulda görüşüp size döneriz.',
  ),
}
const russian: Speech = {
  title: 'Сканеры для второго склада',
  names: ['Иван Петров', 'Ольга Смирнова', 'Анна Козлова'],
  lines: pairs(
    'Доброе утро, я звоню насчёт сканеров для второго склада.',
    'Спасибо за звонок. Нам нужно шестьдесят штук.',
    'Это возможно, я отправлю предложение сегодня.',
    'Хорошо, мы обсудим его во вторник и перезвоним.',
  ),
}
const greek: Speech = {
  title: 'Σαρωτές για τη δεύτερη αποθήκη',
  names: ['Γιώργος Παππάς', 'Ελένη Νίκου', 'Άννα Μάρκου'],
  lines: pairs(
    'Καλημέρα, τηλεφωνώ για τους σαρωτές της αποθήκης.',
    'Ευχαριστώ πολύ. Θέλουμε εξήντα συσκευές.',
    'Γίνεται, θα στείλω την προσφορά σήμερα.',
    'Ωραία, θα τη δούμε την Τρίτη.',
  ),
}
const chinese: Speech = {
  title: '第二仓库的扫描仪',
  names: ['王芳', '李伟', '张敏'],
  lines: pairs(
    '早上好，我打电话是想谈谈第二仓库的扫描仪。',
    '谢谢您的来电，我们需要六十台。',
    '没有问题，我今天就把报价发给您。',
    '好的，我们星期二讨论以后再联系。',
  ),
}

/** Texts and the encodings in which programs store them. All of their characters exist in the encoding. */
export const OLD_TEXTS: readonly (readonly [Speech, string])[] = [
  ...[german, french, spanish, english].map((speech) => [speech, 'windows-1252'] as const),
  ...[german, french, spanish, english].map((speech) => [speech, 'macintosh'] as const),
  ...[german, french, spanish].map((speech) => [speech, 'cp850'] as const),
  ...[german, spanish].map((speech) => [speech, 'windows-1254'] as const),
  ...(['shift_jis', 'euc-jp'] as const).map((encoding) => [japanese, encoding] as const),
  ...(['windows-1250', 'iso-8859-2'] as const).flatMap((encoding) =>
    [polish, czech].map((speech) => [speech, encoding] as const),
  ),
  [turkish, 'windows-1254'],
  ...(['windows-1251', 'koi8-r', 'ibm866'] as const).map((encoding) => [russian, encoding] as const),
  [greek, 'windows-1253'],
  ...(['gbk', 'utf-8-cut'] as const).map((encoding) => [chinese, encoding] as const),
  ...[german, japanese].map((speech) => [speech, 'utf-8-cut'] as const),
]

/** Letters of the code page 850 of DOS from byte 0x80, which TextDecoder doesn't have. A point is another character. */
const CP850 = [
  ['ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×.áíóúñÑªº¿®.½.¡«»', 0x80],
  ['ÁÂÀ', 0xb5],
  ['ß', 0xe1],
  ['Óß', 0xe0],
  ['Í', 0xd6],
] as const

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

/** Encodes a text. In UTF-8 if the encoding lacks a character, such as the emoji of a form. */
export function encodeOld(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8-cut') {
    const bytes = Buffer.from(text)
    let end = bytes.length
    while (end > 0 && ((bytes[end] ?? 0) & 0xc0) !== 0x80) end--
    return bytes.subarray(0, end)
  }
  const table = tables.get(encoding) ?? createTable(encoding)
  tables.set(encoding, table)
  const encoded: number[] = []
  for (const character of text) {
    // Single apostrophes are typed where an encoding has no other.
    const bytes = table.get(character) ?? (character === '’' ? table.get("'") : undefined)
    if (bytes === undefined) return Buffer.from(text)
    encoded.push(...bytes)
  }
  return Buffer.from(encoded)
}

function createTable(encoding: string): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, readonly number[]>()
  for (let byte = 0; byte < 0x80; byte++) table.set(String.fromCharCode(byte), [byte])
  if (encoding === 'cp850') {
    for (const [letters, first] of CP850) {
      for (const [at, letter] of [...letters].entries()) if (letter !== '.') table.set(letter, [first + at])
    }
    return table
  }
  const decoder = new TextDecoder(encoding)
  const add = (bytes: readonly number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if ([...character].length === 1 && character !== '\uFFFD' && !table.has(character)) table.set(character, bytes)
  }
  for (let byte = 0x80; byte < 0x100; byte++) add([byte])
  if (!/^(shift_jis|euc-jp|gbk)$/.test(encoding)) return table
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail])
  return table
}
