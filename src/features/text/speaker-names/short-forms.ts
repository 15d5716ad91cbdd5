/** Short forms of first names that share no beginning with the whole name, or are spelled otherwise. */
const SHORT_FORMS = new Map(
  `thomas tom tommy; michael mike mick mickey; robert bob bobby rob; william bill billy will; richard rick dick rich ricky; james jim jimmy jamie;
john jack johnny; jonathan jon; edward ed eddie ted ned; charles chuck charlie; henry harry hank; randall randy; anthony tony; antonio tony toni;
lawrence larry; gerald gerry jerry; jeremy jerry; stephen steve; steven steve; andrew drew andy; christopher kit chris; alexander sasha sandy xander;
elizabeth liz beth betty lisa lizzie eliza; margaret peggy maggie meg; katherine kate kathy katie; catherine kate cathy katie; kathleen kathy;
patricia trish patty tricia; deborah debbie deb; jennifer jenny; susan sue suzy; barbara barb; rebecca becky becca; victoria vicky tori;
theodore ted theo; albert bert al; bernard bernie; daniel danny; david dave; donald don; kenneth ken kenny; leonard len lenny; nathaniel nate;
nicholas nick; peter pete; raymond ray; ronald ron; samuel sam; timothy tim; walter walt; wilhelm willi; johannes hannes hans; joseph joe;
josef sepp; francisco paco; jose pepe; guadalupe lupe; maria mia; giuseppe beppe; dmitri dima; dmitry dima; mikhail misha; vladimir volodya vova;
alexei alyosha; ekaterina katya; aleksandra sasha`
    .split(';')
    .map((group) => group.trim().split(/\s+/))
    .map(([name = '', ...short]) => [name, new Set(short)] as const),
)

/** Whether one name is a short form of the other. Both are single words in lower case. */
export const areShortForms = (one: string, other: string): boolean =>
  SHORT_FORMS.get(one)?.has(other) === true || SHORT_FORMS.get(other)?.has(one) === true
