const PERSON =
  /^(the)?(patient|person|subject|participant|proband|individual|client|case|customer|user|member|employee|student|animal|mouse|donor)(id|ids|key|no|nr|num|number|code|identifier|pseudonym|uid|guid)$|^(id|ids|identifier|pseudonym|uid|guid)$|^(patient|person|subject|participant|proband|individual|donor)$|^(mrn|pid|patid|ptid|subjid|usubjid|personid|hospitalno|medicalrecord(no|number)?|medrecno|chartno|ssn|nhsnumber|eid)$|^(患者|病人|受试者|参与者|被试|个人|人员|用户|客户|会员|员工|学生)(编号|标识|代码|号码|号|序号|id)?$|^(编号|病历号|病案号|住院号|门诊号|就诊号|就诊卡号|登记号|档案号|身份证号?|身份证号码|姓名|医保号|医保卡号)$/

const folded = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.\-()#:/]+/g, '')

/** Returns whether a column identifies persons, judging by its name in English or Chinese. */
export const tellsPersonsApart = (name: string): boolean => PERSON.test(folded(name))
