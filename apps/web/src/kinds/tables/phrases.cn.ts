import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { KindText } from '../kind-text.ts'

export const cn: Record<KindText, string> = {
  name: pageTexts.table,
  inAlgorithms: '表格',
  rows: '数据行',
  rowCount: pageTexts.rowsCounted,
  rowsRead: '读取行数',
  guide: '一张表格：首行为列名，之后每行一条记录。',
  'guide.layout': '病例.csv\n  患者,年龄,胆固醇,诊断\n  P-1,63,233,0\n  P-2,41,204,1',
  'guide.also': '支持 CSV、TSV、XLSX、Parquet；UTF-8、GBK、UTF-16 编码；逗号、分号或制表符分隔。',
}
