/**
 * Month names as used in dates. A row per language, in the form used after a day; if that form differs much from
 * the plain name, two rows. Abbreviations are their beginnings, unless two months share one: then the earlier row
 * wins, English first.
 */
const rows: readonly string[] = [
  "january february march april may june july august september october november december",
  "januar februar märz april mai juni juli august september oktober november dezember",
  "jänner feber maerz april mai juni juli august sept oktober november dezember",
  "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
  "januari februari maart april mei juni juli augustus september oktober november december",
  "januari februari mars april maj juni juli augusti september oktober november december",
  "januar februar mars april mai juni juli august september oktober november desember",
  "januar februar marts april maj juni juli august september oktober november december",
  "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
  "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
  "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
  "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
  "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
  "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
  "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu",
  "ledna února března dubna května června července srpna září října listopadu prosince",
  "leden únor březen duben květen červen červenec srpen září říjen listopad prosinec",
  "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra",
  "január február március április május június július augusztus szeptember október november december",
  "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
  "януари февруари март април май юни юли август септември октомври ноември декември",
  "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου",
  "ιανουάριος φεβρουάριος μάρτιος απρίλιος μάιος ιούνιος ιούλιος αύγουστος σεπτέμβριος οκτώβριος νοέμβριος δεκέμβριος",
  "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
  "januari februari maret april mei juni juli agustus september oktober november desember",
  "janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris",
  "sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio",
  "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember",
  "januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra",
  "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
  "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
  "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
  "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
  "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.",
];

let table: ReadonlyMap<string, number> | undefined;

/** The number of a month by its name or abbreviation in any of the languages, 1 to 12; 0 for other words. */
export function monthNumber(name: string): number {
  table ??= buildTable();
  const word = plain(name);
  const month = table.get(word);
  if (month !== undefined) return month;
  // Case endings: Finnish "toukokuuta", Turkish "mayısta".
  for (let cut = 1; cut <= 2; cut++) {
    const stem = word.slice(0, -cut);
    if (stem.length >= 5 && table.has(stem)) return table.get(stem) as number;
  }
  return 0;
}

function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[\u0300-\u036f.]/g, "")
    .normalize("NFC")
    .toLowerCase();
}

function buildTable(): Map<string, number> {
  const names = rows.map((row) => row.split(" ").map(plain));
  const built = new Map<string, number>();
  for (const row of names) for (const [i, name] of row.entries()) built.set(name, i + 1);
  for (const row of names) {
    const short = new Map<string, number>();
    row.forEach((name, i) => {
      for (let length = 3; length < name.length; length++) {
        const start = name.slice(0, length);
        short.set(start, short.has(start) ? 0 : i + 1);
      }
    });
    for (const [start, month] of short) if (month !== 0 && !built.has(start)) built.set(start, month);
  }
  return built;
}
