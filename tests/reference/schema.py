# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds a value against a JSON Schema (draft 2020-12), for the keywords that Skyward's schemas use.

A keyword that is not known here is an error, so that nothing in a schema goes unheeded.
"""

import re

ANNOTATIONS = {'$schema', '$id', '$defs', 'title', 'description', 'examples', 'then'}

TYPES = {
    'object': lambda value: isinstance(value, dict),
    'array': lambda value: isinstance(value, list),
    'string': lambda value: isinstance(value, str),
    'boolean': lambda value: isinstance(value, bool),
    'null': lambda value: value is None,
    # Skyward's schemas want whole numbers written as such, 1 and not 1.0.
    'integer': lambda value: isinstance(value, int) and not isinstance(value, bool),
}


def same(one, other):
    """Whether two values are the same to JSON, where true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def matches(pattern, text):
    # Python's $ matches before a last line end too; JSON Schema's does not.
    return re.search(re.sub(r'\$$', r'\\Z', pattern), text) is not None


class Schema:
    def __init__(self, root):
        self.root = root

    def takes(self, value, schema=None):
        """Whether the value is as the schema wants it: the whole one, or a part of it."""
        schema = self.root if schema is None else schema
        if isinstance(schema, bool):
            return schema
        return all(self.heeds(keyword, wanted, schema, value) for keyword, wanted in schema.items())

    def definition(self, name):
        return self.root['$defs'][name]

    def heeds(self, keyword, wanted, schema, value):
        if keyword in ANNOTATIONS:
            return True
        return getattr(self, 'keyword_' + keyword.removeprefix('$'))(wanted, schema, value)

    def keyword_ref(self, wanted, _schema, value):
        return self.takes(value, self.definition(wanted.removeprefix('#/$defs/')))

    def keyword_type(self, wanted, _schema, value):
        return TYPES[wanted](value)

    def keyword_const(self, wanted, _schema, value):
        return same(wanted, value)

    def keyword_enum(self, wanted, _schema, value):
        return any(same(one, value) for one in wanted)

    def keyword_anyOf(self, wanted, _schema, value):
        return any(self.takes(value, part) for part in wanted)

    def keyword_allOf(self, wanted, _schema, value):
        return all(self.takes(value, part) for part in wanted)

    def keyword_oneOf(self, wanted, _schema, value):
        return sum(self.takes(value, part) for part in wanted) == 1

    def keyword_not(self, wanted, _schema, value):
        return not self.takes(value, wanted)

    def keyword_if(self, wanted, schema, value):
        return not self.takes(value, wanted) or self.takes(value, schema['then'])

    def keyword_properties(self, wanted, _schema, value):
        return not isinstance(value, dict) or all(
            self.takes(value[name], part) for name, part in wanted.items() if name in value)

    def keyword_required(self, wanted, _schema, value):
        return not isinstance(value, dict) or all(name in value for name in wanted)

    def keyword_dependentRequired(self, wanted, _schema, value):
        return not isinstance(value, dict) or all(
            other in value for name, others in wanted.items() if name in value for other in others)

    def keyword_propertyNames(self, wanted, _schema, value):
        return not isinstance(value, dict) or all(self.takes(name, wanted) for name in value)

    def keyword_additionalProperties(self, wanted, schema, value):
        return not isinstance(value, dict) or all(
            self.takes(one, wanted) for name, one in value.items()
            if name not in schema.get('properties', ()))

    def keyword_items(self, wanted, schema, value):
        return not isinstance(value, list) or all(
            self.takes(one, wanted) for one in value[len(schema.get('prefixItems', ())):])

    def keyword_prefixItems(self, wanted, _schema, value):
        return not isinstance(value, list) or all(
            self.takes(one, part) for one, part in zip(value, wanted))

    def keyword_minItems(self, wanted, _schema, value):
        return not isinstance(value, list) or len(value) >= wanted

    def keyword_maxItems(self, wanted, _schema, value):
        return not isinstance(value, list) or len(value) <= wanted

    def keyword_minLength(self, wanted, _schema, value):
        return not isinstance(value, str) or len(value) >= wanted

    def keyword_pattern(self, wanted, _schema, value):
        return not isinstance(value, str) or matches(wanted, value)

    def keyword_minimum(self, wanted, _schema, value):
        return not TYPES['integer'](value) or value >= wanted

    def keyword_maximum(self, wanted, _schema, value):
        return not TYPES['integer'](value) or value <= wanted
