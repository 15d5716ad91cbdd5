/**
 * Common English words of five letters and more, from the vocabulary of the sentence encoder (Universal Sentence Encoder
 * Lite 1, Apache-2.0, see NOTICE). Written by `npm run build:encoder`.
 */
const WORDS = `
abandon abilities ability abortion about above abroad absence absolute absolutely absorb abuse academic accent
accept acceptable accepted access accident accomplish accord according account accumulat accurate accus accused
achieve achievement acknowledge acquire acquired acquisition acres across acting action actions activate active
activist activities activity actor actress actual actually adapt added addict addiction adding addition additional
address adequate adjust administration administrative administrator admire admission admit admitted adopt adopted
adoption adorable adult adults advance advanced advantage adventure advertise advertising advice advise advisor
advocate affair affect affected affiliate afford affordable afraid after afternoon afterwards again against agencies
agency agenda agent aggressive agree agreed agreement ahead aircraft airline airport alarm album alcohol alert
algorithm alien align alive allegations alleged allegedly allow allowed allowing allows almost alone along alongside
alphabetical already alright alter alternative although always amazing amendment american among amount analog
analysis analyst analysts analyze ancient anger angle angry animal animals animation anime ankle anniversary
announce announced announcement annoy annoying annual anonymous another answer answers antibiotic anticipate anxiety
anybody anymore anyone anything anyway anywhere apart apartment apologize apparent apparently appeal appear
appearance appeared appears apple application applications applied applies apply appointed appointment appreciate
approach appropriate approval approve approved approximately architect architecture areas argue arguing argument
around arrange arrangement array arrest arrested arrival arrive arrived article artificial artist asked asking
asleep assault assert assess assessment assets asshole assigned assignment assist assistance assistant associate
associated association assume assuming assumption atheist athlete athletic atmosphere attach attached attack attacks
attempt attend attended attention attitude attorney attract attracted attraction attractive attribute auction
audience audio audit authentic author authorities authority automatic automatically available average avoid awake
award aware awareness awesome awful awkward babies background bacteria balance banana banned barely barrel barrier
baseball based basic basically basis basket basketball bathroom battery battle beach beautiful beauty became because
become becomes becoming bedroom before began begin beginning behavior behaviour behind being belief believe believed
believing belong below bench beneficial benefit benefits besides better between beyond bible bigger biggest billion
birth birthday bitch black blame blast bleach blend bless blind block blonde blood board boast bodies bonus books
boost border bored boring borrow bother bottle bottom bought bounce bound boyfriend brain brake branch brand breach
bread break breakfast breaking breast breath breed bridge brief bright brilliant bring bringing broad broadcast
broke broken broker brother brought brown browser brush brutal bubble buddy budget build building built bullet
bullshit bunch burden buried burst business businesses butter button buying cabinet cable calculate calendar called
calling calls calories camera campaign campus cancel cancer candidate candidates cannot capabilities capable
capacity capital captain capture carbon cards career careful carefully carried carrier carry carrying cartoon cases
casino casual catch categories category caught cause caused causing caution ceiling celebrate celebration
celebrities celebrity cells center central centre centuries century ceremony certain certainly certificate chain
chair chairman challenge challenging champion championship chance change changed changes changing channel chapter
character characters charge charged charges charging charity chart chase cheap cheaper cheat check checked cheek
cheer cheese chemical chemistry chest chicken chief child childhood children chill chocolate choice choose choosing
chose chosen christian chronic chunk church cigarette cinema circle circuit circum circumstances cities citizen
citizens civil civilian claim claimed claims class classes classic classroom clean clear clearly clever click client
clients climate climb clinic clinical clock close closed closely closer closest closing clothes clothing cloud coach
coaches coast coffee coincide collaboration collapse collateral colleague collect collection college colon color
colour column combat combination combine combined comedy comes comfort comfortable comic coming command comment
comments commercial commission commit commitment committed committee common communicate communication communities
community companies company compare compared comparison compatible compensation compete competing competition
competitive competitor complain complaint complete completed completely completion complex compliance complicated
compliment component compound comprehensive compress comprise compromise computer concentrate concentration concept
concern concerned concerns concert conclude conclusion concrete condemn condition conditions condom conduct
conducted conference confess confidence confident confirm confirmed conflict confront confused confusing connect
connected connection conscious consecutive consensus consent consequence conservative consider consideration
considered considering consist consistent console consolidate conspiracy constant constantly constitution construct
construction consult consume consumer consumption contact contain contemporary contend content contest context
continue continued continues continuing continuous contract contradict contrast contribute contribution control
controlled controller controversial controversy convenient convention conversation conversion convert convey
convicted conviction convince cooperation corner corporate corporation correct correctly correspond corrupt
corruption costs costume could couldn council counsel count counter counterpart countries country county couple
courage course court cousin cover coverage covered crack craft crash crazy cream create created creating creation
creative creator creature credit creep cricket crime criminal crisis criteria critic critical criticism crore cross
crowd crown crucial cruise crush cultural culture curious currency current currently curve custody custom customer
customers cutting cyber cycle daily damage dance dancing danger dangerous database dating daughter dealer dealing
death debate debut decade decades decent decide decided decision decisions declared decline declined decor decrease
dedicated default defeat defence defend defense defensive deficit define defined definitely definition degree delay
delete deliberate delicious delight deliver delivered delivery demand democracy demon demonstrate demonstration
denied dentist department depend dependent depending depends depict deploy deposit depressed depression depth deputy
derivative descend describe described describing description desert deserve design designed designer desire desktop
desperate despite destination destroy destroyed destruction detail detailed details detect determine determined
develop developed developer developing development device devices diabetes diagnosed dialogue diamond dictionaries
differ difference different difficult digital dimension dinner diploma direct directed direction directly director
dirty disabled disagree disappear disappoint disaster discharge discipline disclosed discount discover discovered
discrimination discuss discussion disease dislike dismiss disorder display dispute disrupt distance distinct
distinguish distract distribute distribution district disturb diverse diversity divide dividend division divorce
doctor document documentary doesn doesnt doing dollar dollars domestic dominant double doubt download downtown
downvote dozen draft drain drama dramatic drawing drawn dream dress drill drink drinking drive driven driver drivers
driving dropped dropping drove drugs drunk dunno during dying dynamic dysfunction eager earlier early earned
earnings earth easier easiest easily eastern eating economic economy edition editor educate education effect
effective effectively effects efficiency efficient effort efforts eight either elaborate elected election electric
electricity electro electronic element elements eligible eliminate elite elsewhere email embrace emerge emergency
emerging emissions emotion emotional emphasis employ employee employees employer employment empower empty enable
encounter encourage encouraging ended ending endorse enemies enemy energy enforce enforcement engage engaged
engagement engine engineer engineering english enhance enjoy enjoyed enormous enough enroll ensure enter entered
enterprise entertain entertainment entire entirely entities entitled entity entrance entrepreneur entry environment
environmental episode equal equally equation equipment equity equivalent erection error escape especially essay
essential essentially establish established establishment estate estimate estimated ethic ethnic evaluat evening
event events eventually every everybody everyday everyone everything everywhere evidence evolution evolve exact
exactly examination examine example exceed excellent except exception excess exchange excited excitement exciting
exclusive excuse execute execution executive exempt exercise exhaust exhibit exist existence existing expand
expansion expect expectations expected expense expensive experience experienced experiencing experiment expert
expertise explain explained explanation explode exploit explore explosion export exposed exposure express expressed
expression extend extended extension extensive extent external extra extreme extremely fabric facebook facilitate
facilities facility facing factor factors faculty failed failure fairly faith falling false familiar families family
famous fancy fantastic fantasy farmers fashion faster father fault favor favorite favour favourite feature featured
features featuring federal feedback feeling feelings feels fellow female festival fiction field fifth fight fighter
fighting figure filed files filing filled filter final finally finance financial financing finding finger finish
finished firearm fired first fiscal fitness fixed flame flash flavor flexibility flexible flight flirt float flood
floor flour fluid flying focus focused folder folks follow followed following footage football force forced forces
forecast foreign forever forget forgive forgot forgotten formal format former formula forward fought found
foundation fourth frame framework franchise fraud freak freedom freeze frequency frequent frequently fresh friend
friendly friends friendship front frozen fruit frustrated frustration fucking fulfill fully function fundamental
funding funds funeral funny furniture further future gallon games gaming garage garbage garden gather gender general
generally generate generation generic generous genetic genius genre gentle genuine getting ghost giant girlfriend
girls given gives giving glass glasses global glove goals going gonna google gorgeous gotta gotten govern government
governor grade gradually graduate grammar grand grandfather grandmother grant granted graphic grass grateful gravity
great greater greatest green greet grill grind grocery gross ground group groups growing grown growth guarantee
guard guess guest guidance guide guidelines guilty guitar habit handle handling hands happen happened happening
happens happier happiness happy harder hardware harsh haven having headache headline headquarters health healthcare
healthy heard hearing heart heaven heavily heavy hedge height helicopter helmet helped helpful helping helps
heritage herself hidden hiding higher highest highlight highly highway hilarious himself hired hiring historic
historical history hitting hockey holding holiday homeless homosexual honest honestly honey honor honour hopefully
hoping horizon hormone horrible horror horse hospital hotel hours house household housing however human humans humor
hundred hundreds hungry husband hybrid hydro hyper ideal ideas identical identified identify identity idiot ignorant
ignore illegal illness image images imagination imagine immediate immediately immigrant immigration immune impact
implement implementation import importance important impose impossible impressed impression impressive improve
improved improvement improving incentive inches incident include included includes including income incorporate
increase increased increasing increasingly incredible incredibly indeed independence independent index indicate
indication indicator individual individuals industrial industries industry infant infected infection infinite
inflation influence information infrastructure ingredient inherent inherit inhibit initial initially initiative
injured injuries injury innings innocent innovation innovative input insane insert inside insight insist inspection
inspired install installed instance instant instead instinct institution instrument insult insurance integrate
integration intellectual intelligence intelligent intend intended intense intent intention inter interact
interaction interest interested interesting interface interfere interior internal international internet interpret
intervention interview introduce introduced introduction inventory invest investigate investigating investigation
investment investors invite invited involve involved involving island issue issued issues items itself jacket
jealous jeans jersey joined joint journal journalist journey judge judgment juice junior jurisdiction justice karma
keeping keyboard kidding killed killing kinda kitchen kitten knife knock knowing knowledge known knows label labor
labour ladies landlord landscape language laptop large largely larger largest later latest latter laugh launch
launched lawmakers lawsuit lawyer layer leader leaders leadership leading league learn learned learning lease least
leather leave leaving lecture legacy legal legend legislation legitimate lemon lender length lesbian lesson letter
letting level levels leverage liberal library license lifestyle light liked likely limit limited lines linked liquid
listed listen listening literally literature little lived lives living loans lobby local located location logic
logical longer looked looking looks loose losing losses loved loving lower lowest loyal lucky lunch luxury lying
lyrics machine magazine magic magnet mainly mainstream maintain maintenance major majority makes makeup making
manage managed management manager managing mandate manner manual manufacture manufacturer manufacturing march margin
marijuana market marketing markets marriage married marry massive master match matches material matter mature
maximum maybe meaning meaningful means meant measure mechanic mechanism medal media medical medication medicine
medium meeting member members memories memory mental mention mentioned merely message metal method micro middle
might miles militant military million minimal minimum minister ministry minor minority minute minutes miracle mirror
missed missile missing mission mistake mixed mixture mobile model models moderate moderators modern molecule moment
momentum money monitor monster month months moral morning mortgage mostly mother motion motivate motivation motor
motorcycle mount mountain mouse mouth moved movement movie movies moving multi multiple multiply municipal murder
muscle museum music musical muslim mutual myself mystery naked named names narrative narrow nasty nation national
native natural naturally nature nearby nearly necessarily necessary needed needs negative negotiate negotiation
neighbor neighborhood neighbour neither nerve nervous network neuro neutral never newsletter newspaper nickname
night nightmare nobody noise nominee normal normally north northern notes nothing notice noticed novel nuclear
number numbers numerous nurse nursing nutrition object objective obligation observation observe obtain obvious
obviously occasion occasionally occur occurred ocean offense offensive offer offered offering offers office officer
officers official officials often older ongoing online opened opening operate operating operation operations
operator opinion opponent opportunities opportunity opposed opposite opposition option options orange order ordered
ordinary organ organic organisation organization organize origin original originally other others otherwise
ourselves outcome outdoor outfit output outside outstanding overall overcome overseas overwhelming owned owner
owners ownership oxygen package painful paint painting panel panic pants paper parallel parameter parent parents
parking parliament partially participant participate participating particular particularly parties partner
partnership parts party passed passenger passes passing passion passionate password patch patent patience patient
patients patrol pattern paying payment peace peaceful peanut penalty penis pension people pepper percent percentage
perception perfect perfectly perform performance performed perhaps period permanent permission permit persist person
personal personality personally personnel perspective petition pharmacy phase philosophy phone photo photograph
photos phrase physical physically physician physics piano picked picture pictures piece pieces piercing pilot
pipeline pitch pizza place placed places plain plane planet planned planning plans plant plants plastic plate
platform played player players playing plays pleasant please pleasure pledge plenty pocket point points poison
police policies policy polite political politician politics pollution popular population portfolio portion portray
position positive possess possession possibilities possibility possible possibly posted potato potential potentially
pound pounds poverty powder power powerful practical practice praise prayer precise predict prefer preference
preferred pregnancy pregnant premier premise premium preparation prepare prepared preparing prescription presence
present presentation presented preserve president presidential press pressure pretend pretty prevent previous
previously price prices pricing pride priest primarily primary prime principal principle print prior priority prison
privacy private privilege prize probably problem problems procedure proceed process produce produced producer
producing product production products profession professional professor profile profit program programme programming
programs progress prohibit project projects prominent promise promising promote promoting promotion prompt pronounce
proof proper properly properties property proportion proposal proposed prosecutor prospect protect protection
protein protest proud prove proved proven provide provided provider provides providing province provision psycho
psychological public publish published pulled punch punish punishment puppy purchase purchased purchasing purple
purpose pursue pushed pushing putting puzzle qualified qualify quality quant quarter quarterback quest question
questions quick quickly quiet quite quote rabbit racial racing racism racist radical radio raise raised raising
rally random range rarely rates rather rating ratio rational reach reached react reaction reading ready realise
realistic reality realize realized really reason reasonable reasons rebound recall receive received receiver
receiving recent recently recipe recognise recognition recognize recognized recommend recommended recon record
recorded records recover recovery recruit reddit reduce reduced reducing reduction refer reference referred
referring reflect reform refresh refugee refuse refused regard regarding regardless regime region regional register
registered registration regret regular regularly regulate regulation regulations regulatory reject relate related
relation relationship relative relatively relax release released relevant reliable relief relieve religion religious
remain remained remaining remains remark remember remind remote removal remove removed removing repair repeat
repeatedly replace replaced replacement replacing replied reply report reported reportedly reporting reports
represent representative reputation request requested require required requirement requirements requires requiring
rescue research researchers reserve residence resident residential residents resist resistance resolution resolve
resort resource resources respect respectively respond responded response responsibility responsible restaurant
restore restrict restrictions result results resume retail retain retire retired retirement return returned reveal
revealed revenue reverse review revolution reward ridiculous rifle right rights rising rival river robot rocket
romance romantic rookie roster rough roughly round route routine royal rules ruling rumor runner running rural
sacrifice safety salad salary sales sample sanction sandwich satellite satisfaction satisfied satisfy sauce saved
saving saying scale scandal scared scary scenario scene schedule scheduled scheme scholarship school schools science
scientific scientist score scored scoring scrap scratch scream screen screw script search season second secondary
seconds secret secretary section sector secure securities security seeing seeking seemed seemingly seems segment
select selected selection selling senator sending senior sense sensitive sensor sentence sentiment separate sequel
sequence serial series serious seriously serve served server service services serving session setting settle
settlement seven several severe sexual shade shadow shake shall shame shampoo shape share shared shares sharing
sharp sheet shelter shield shift shipping shirt shitty shock shoes shoot shooting shopping short should shoulder
shouldn shout showed shower showing shown shows sides sight signal signature signed significant significantly signs
silence silent silly silver similar simple simply since singer singing single sister sites sitting situation skate
skill skills skinny skirt slave sleep sleeping slice slide slight slightly slowly small smaller smart smartphone
smash smell smile smoke smoking smooth snack snake sneak soccer social society software solar soldiers solid
solution solve somebody somehow someone something sometimes somewhat somewhere songs sophomore sorry sought sound
sounds source sources south southern space spark speak speaking special specialist species specific specifically
spectrum speech speed spell spend spending spent sperm spirit spiritual split spoil spoke spoken spokesman
spokesperson sponsor sport sports spouse spray spread spring squad square stable stack stadium staff stage stake
stamp stand standard standards standing stars start started starting starts startup state stated statement states
station statistics status steady steal steam steel stepped steps stereotype stick still stock stolen stomach stone
stood stopped storage store stores stories storm story straight strain strange stranger strategic strategies
strategy straw streak stream street strength strengthen stress stretch strict strike striking string strip stroke
strong stronger struck structure struggle struggling stuck student students studied studies studio study stuff
stunning stupid style subject submission submit submitted subreddit subscribe subsequent substance substantial
substitute suburb succeed success successful sudden suddenly suffer suffered suffering sufficient sugar suggest
suggested suggestion suicide summary summer super superior supplement supplier supplies supply support supported
supporters supporting suppose supposed surface surge surgery surprise surprised surprising surrounding survey
survival survive survivor suspect suspended suspension sustain swear sweat sweep sweet swimming swing switch symbol
symptoms system systems table tablet tackle tactic taken takes taking talent talked talking target taste tattoo
taught taxes taxpayer teach teacher teachers teaching teams technical technique technologies technology teenager
teeth television telling tells temperature template temporary tennis tension terminal terms terrible territory
terror terrorism terrorist tested testing thank thanks theater their themselves theory therapist therapy there
therefore these thick thing things think thinking third those though thought thousand thousands thread threat
threatened three threw thrill throat through throughout throw thrown thumb ticket tight times timing tired tissue
title today together toilet tomorrow tongue tonight tools topic torture total totally touch touchdown tough tourist
tournament toward towards track trade trading tradition traditional traffic tragedy trail trailer train trained
training trait trans transaction transfer transferred transform transition translate translation transmission
transport transportation trash trauma travel treat treated treatment tremendous trend trial tribute trick tried
tries trigger trillion troll troops trouble truck truly trust truth trying turned turning turns tutorial tweet
twenty twice twist types typical typically ultimate ultimately ultra unable uncertain uncle uncomfortable under
underlying understand understanding understood unemployment unexpected unfair unfortunately uniform union unique
units universal universe universities university unknown unless unlike unlikely unlimited unnecessary until unusual
upcoming update upgrade upload upper upset upvote urban useful users using usual usually utili utilize vacation
vagina valid valuable value valued values variable variation variety various vegetable vegetarian vehicle vehicles
vendor venture venue versa version versus vessel veteran victim victims victory video videos views village villain
violat violation violence violent virgin virtual virus visible vision visit visitors visual vital vitamin vocal
voice volume volunteer voted voters voting vulnerable waiting walked walking wanna wanted wants warned warning
warrant waste watch watched watching water weakness wealth weapon weapons wearing weather website wedding weekend
weeks weigh weight weird welcome welfare weren western whatever wheel whenever where whether which while white whole
whose widely width willing window windows winner winning winter wireless wisdom withdraw within without witness
woman women wonder wonderful wondering words worked workers working workout works world worldwide worried worries
worry worse worship worst worth would wouldn wound wreck wrestling write writer writing written wrong wrote yards
years yellow yesterday yield young younger yourself youtube zombie
`

const COMMON: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))

/** Whether a word in lower case is a common English word. Names and special terms aren't. */
export const isCommonWord = (word: string): boolean => COMMON.has(word)
