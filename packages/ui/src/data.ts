/** Tables and what belongs to them. */
export {
  Descriptions,
  Pagination,
  Table,
  type DescriptionsProps,
  type PaginationProps,
  type TableColumnsType,
  type TableProps,
} from 'antd';
