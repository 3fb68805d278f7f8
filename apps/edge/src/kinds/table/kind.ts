import type { EdgeKind } from '../kind.ts'
import { grantTable } from './grant-rows.ts'
import { readTabular } from './read-table.ts'
import { patientTable } from './sample.ts'

export const table: EdgeKind = {
  read: readTabular,
  grant: grantTable,
  sample: () => ({ 'patients.csv': patientTable() }),
  layout: {
    cn: [
      '表格数据示例（均为虚构）',
      '压缩包中放一个表格：CSV、TSV、XLSX 或 Parquet。第一行是列名，每列一个名称，不可重复。',
      '编码：UTF-8、GB18030（含 GBK）或带 BOM 的 UTF-16；分隔符：逗号、分号、制表符或竖线。',
      '名为 id 的列用作行的标识，没有则自动编号。空单元格和 NA 等表示缺失值。标签列在任务中选择。',
    ],
    en: [
      'A sample of a table (synthetic data)',
      'Put one table into the archive: CSV, TSV, XLSX or Parquet. The first line contains the column names, which must be unique.',
      'Encodings: UTF-8, GB18030 (which includes GBK), or UTF-16 with a BOM. Delimiters: comma, semicolon, tab or |.',
      'A column named id identifies the rows. Without it, rows are numbered. Empty cells and NA are missing values.',
      'You choose the label column in the task.',
    ],
  },
}
