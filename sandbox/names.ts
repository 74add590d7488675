import { createHash } from 'node:crypto'

/** Given names and surnames by people and region, so that screens show names from every part of the country. */
const PEOPLES: readonly { readonly given: readonly string[]; readonly surnames: readonly string[] }[] = [
  people('ADÉBÁYỌ̀ FOLÁKẸ́ BỌ́LÁNLÉ TÚNDÉ ÌFẸ́OLÚWA YẸ́TÚNDÉ', 'ṢÓYẸMÍ ADÉYẸMÍ ÒGÚNLÀDÉ ỌLÁDIPÒ AKÍNṢỌLÁ FÁṢỌLÁ'),
  people('OLUWASEUN TITILAYO BABATUNDE ABISOLA KAYODE MODUPE', 'OYELARAN BALOGUN OGUNBANJO ADEWALE SALAMI ODUNSI'),
  people('CHINEDU ỤZỌCHUKWU NGỌZI ADAEZE IKENNA NKIRUKA', 'OKONKWO EZE NWOSU ONYEKWERE OBIỌRA ANYANWU'),
  people('OBINNA AMARACHI EMEKA IFEOMA KELECHI CHIAMAKA', 'UCHENDU NWAFOR OKORO EZEANI MBANEFO IGWE'),
  people('AMINU HAUWA SANI ZAINAB ƊANLADI HADIZA', 'ABUBAKAR BELLO ƊANGOTE YARO GARBA DANJUMA'),
  people('MUSA FATIMA IBRAHIM AISHA USMAN RAMATU', 'MOHAMMED LAWAL SHEHU TANKO BUBA WAZIRI'),
  people('OSAGIE ITOHAN EFOSA OSARUGUE NOSA IVIE', 'OSAZUWA IGBINEDION EDOKPOLO OGBEIDE AGHO EHIGIE'),
  people('OGHENEKARO EFE ONORIODE EJIRO OVIE RUKEVWE', 'OGHENEOVO AKPOJOTOR IBRU ERHURUN OGBE UVIE'),
  people('TAMUNO IBIENE SOTONYE BOMA EBIKABOWEI PREYE', 'GEORGEWILL DOKUBO ALAMIEYE BRIGGS OKARA DIETE'),
  people('EKPENYONG EKAETTE OKON ARIT ETIM ENOBONG', 'EFFIONG BASSEY UDOH ESSIEN AKPAN INYANG'),
  people('TERHEMEN DOOSHIMA AONDOVER MBAKEREN TERNA WANDOO', 'AKUME TARKA ORTOM GBOKO IORTYER SUSWAM'),
  people('OCHE ENE AGABA ONYECHE ADAKOLE EHI', 'ONOJA ABAH OGBOLE ADEJO EJEH AMEH'),
  people('MAMMAN NDAGI KAKA YAKURA BUKAR FALMATA', 'NDAYAKO KOLO GANA KYARI ZANNA MAINA'),
]

function people(given: string, surnames: string) {
  return { given: given.split(' '), surnames: surnames.split(' ') }
}

/**
 * The invented person behind an account number: always the same one for the same number at the same bank. Surname
 * first and in capitals, as banks print it.
 */
export function inventedName(bankCode: string, accountNumber: string): string {
  const hash = createHash('sha256').update(`${bankCode}/${accountNumber}`).digest()
  const group = pick(PEOPLES, hash.readUInt32BE(0))
  const first = hash.readUInt32BE(8) % group.given.length
  const second = (first + 1 + (hash.readUInt32BE(12) % (group.given.length - 1))) % group.given.length
  return `${pick(group.surnames, hash.readUInt32BE(4))} ${pick(group.given, first)} ${pick(group.given, second)}`
}

function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
