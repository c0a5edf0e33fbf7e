import { describe, expect, it } from 'vitest';
import { readListState, withParameters } from './list-state';

const search = (text: string) => new URLSearchParams(text);

describe('the state of a list in its address', () => {
  it('has a first page of twenty rows when the address says nothing', () => {
    expect(readListState(search(''))).toEqual({
      page: 0,
      pageSize: 20,
      after: undefined,
      sort: undefined,
      filters: {},
      wrong: [],
    });
  });

  it('keeps repeated parameters as lists', () => {
    expect(readListState(search('bmiGrades=NORMAL&bmiGrades=OBESITY_1')).filters).toEqual({
      bmiGrades: ['NORMAL', 'OBESITY_1'],
    });
  });

  it('tells what is no page and no size', () => {
    expect(readListState(search('page=-1&pageSize=many')).wrong).toEqual([
      'page=-1',
      'pageSize=many',
    ]);
    expect(readListState(search('page=1000001&pageSize=201')).wrong).toHaveLength(2);
    expect(readListState(search('page=0&pageSize=0')).wrong).toEqual(['pageSize=0']);
    expect(readListState(search('page=1000000&pageSize=200')).wrong).toEqual([]);
  });

  it('starts again from the first page when a filter changes', () => {
    expect(withParameters(search('page=4&after=81&name=kim'), { name: 'lee' }).toString()).toBe(
      'name=lee',
    );
  });

  it('keeps the filters when the page changes, and forgets the key of another page', () => {
    expect(withParameters(search('name=kim&page=3&after=81'), { page: '7' }).toString()).toBe(
      'name=kim&page=7',
    );
  });

  it('writes the key of the last row for the next page', () => {
    expect(withParameters(search('name=kim'), { page: '1', after: '20' }).toString()).toBe(
      'name=kim&page=1&after=20',
    );
  });

  it('leaves out what is empty', () => {
    expect(
      withParameters(search('name=kim&sex=MALE'), { name: '', sex: undefined }).toString(),
    ).toBe('');
  });
});
