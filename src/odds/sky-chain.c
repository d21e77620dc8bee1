/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solved forwards: the number of visits to expect of each state, strongly connected component by
 * component in their topological order, the states of one component by elimination. The endings'
 * probabilities are then sums over the visits, so that their number costs nothing. */
#include "config.h"

#include "sky-chain.h"

typedef struct
{
  guint to; /* a state, or an ending */
  gulong weight;
} Way;

typedef struct
{
  GArray *moves; /* of Way */
  GArray *ends;  /* of Way */
  gulong total;
} State;

struct _SkyChain
{
  GArray *states; /* of State */
};

static void
clear_state (gpointer data)
{
  State *state = data;

  g_array_unref (state->moves);
  g_array_unref (state->ends);
}

SkyChain *
sky_chain_new (void)
{
  SkyChain *self = g_new0 (SkyChain, 1);

  self->states = g_array_new (FALSE, TRUE, sizeof (State));
  g_array_set_clear_func (self->states, clear_state);
  return self;
}

void
sky_chain_free (SkyChain *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->states);
  g_free (self);
}

guint
sky_chain_add_state (SkyChain *self)
{
  State state = { g_array_new (FALSE, FALSE, sizeof (Way)),
                  g_array_new (FALSE, FALSE, sizeof (Way)), 0 };

  g_array_append_val (self->states, state);
  return self->states->len - 1;
}

static State *
get_state (const SkyChain *self, guint number)
{
  return &g_array_index (self->states, State, number);
}

static void
add_way (State *state, GArray *ways, guint to, gulong weight)
{
  Way way = { to, weight };

  state->total += weight;
  for (guint i = 0; i < ways->len; i++)
    if (g_array_index (ways, Way, i).to == to)
      {
        g_array_index (ways, Way, i).weight += weight;
        return;
      }
  g_array_append_val (ways, way);
}

void
sky_chain_add_move (SkyChain *self, guint from, guint to, gulong weight)
{
  add_way (get_state (self, from), get_state (self, from)->moves, to, weight);
}

void
sky_chain_add_end (SkyChain *self, guint from, guint ending, gulong weight)
{
  add_way (get_state (self, from), get_state (self, from)->ends, ending, weight);
}

/* Tarjan's components without recursion: chains of tens of thousands of states are usual. */
typedef struct
{
  guint *index;
  guint *low;
  gboolean *on_stack;
  GArray *stack;
  GPtrArray *components; /* of GArray of guint, every one behind those that it leads to */
  guint next;
} Search;

typedef struct
{
  guint state;
  guint move;
} Frame;

static void
visit (const SkyChain *self, Search *search, guint root)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  Frame first = { root, 0 };

  g_array_append_val (frames, first);
  while (frames->len > 0)
    {
      Frame *frame = &g_array_index (frames, Frame, frames->len - 1);
      guint s = frame->state;
      const State *state = get_state (self, s);

      if (frame->move == 0)
        {
          search->index[s] = search->low[s] = search->next++;
          search->on_stack[s] = TRUE;
          g_array_append_val (search->stack, s);
        }
      if (frame->move < state->moves->len)
        {
          guint to = g_array_index (state->moves, Way, frame->move).to;

          frame->move++;
          if (search->index[to] == G_MAXUINT)
            {
              Frame deeper = { to, 0 };

              g_array_append_val (frames, deeper);
            }
          else if (search->on_stack[to])
            search->low[s] = MIN (search->low[s], search->index[to]);
          continue;
        }
      /* A state without moves is looked at once only. */
      if (search->low[s] == search->index[s])
        {
          GArray *component = g_array_new (FALSE, FALSE, sizeof (guint));
          guint member;

          do
            {
              member = g_array_index (search->stack, guint, search->stack->len - 1);
              g_array_set_size (search->stack, search->stack->len - 1);
              search->on_stack[member] = FALSE;
              g_array_append_val (component, member);
            }
          while (member != s);
          g_ptr_array_add (search->components, component);
        }
      g_array_set_size (frames, frames->len - 1);
      if (frames->len > 0)
        {
          guint parent = g_array_index (frames, Frame, frames->len - 1).state;

          search->low[parent] = MIN (search->low[parent], search->low[s]);
        }
    }
}

static GPtrArray *
find_components (const SkyChain *self)
{
  guint n = self->states->len;
  g_autofree guint *index = g_new (guint, n);
  g_autofree guint *low = g_new0 (guint, n);
  g_autofree gboolean *on_stack = g_new0 (gboolean, n);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint));
  Search search = { index, low, on_stack, stack, NULL, 0 };

  search.components = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < n; i++)
    index[i] = G_MAXUINT;
  if (n > 0)
    visit (self, &search, 0);
  return search.components;
}

/* The visits of one component: v = arrivals + v P, with P the moves inside it. @place has G_MAXUINT
 * for every state, before and after. */
static void
solve_component (const SkyChain *self, const GArray *component, mpq_t *visits, guint *place)
{
  guint m = component->len;
  mpq_t *row = g_new (mpq_t, m * (m + 1));
  mpq_t share, product;

  mpq_inits (share, product, NULL);
  for (guint i = 0; i < m * (m + 1); i++)
    mpq_init (row[i]);
  for (guint i = 0; i < m; i++)
    place[g_array_index (component, guint, i)] = i;

  /* Row j: v_j − Σ_i v_i P_ij = arrivals_j. */
  for (guint i = 0; i < m; i++)
    {
      guint s = g_array_index (component, guint, i);
      const State *state = get_state (self, s);

      mpq_set_ui (product, 1, 1);
      mpq_add (row[i * (m + 1) + i], row[i * (m + 1) + i], product);
      mpq_set (row[i * (m + 1) + m], visits[s]);
      for (guint k = 0; k < state->moves->len; k++)
        {
          const Way *way = &g_array_index (state->moves, Way, k);
          guint j = place[way->to];

          if (j == G_MAXUINT)
            continue;
          mpq_set_ui (share, way->weight, state->total);
          mpq_canonicalize (share);
          mpq_sub (row[j * (m + 1) + i], row[j * (m + 1) + i], share);
        }
    }

  for (guint pivot = 0; pivot < m; pivot++)
    {
      guint best = pivot;

      while (best < m && mpq_sgn (row[best * (m + 1) + pivot]) == 0)
        best++;
      g_assert (best < m);
      for (guint k = 0; best != pivot && k <= m; k++)
        mpq_swap (row[best * (m + 1) + k], row[pivot * (m + 1) + k]);
      for (guint k = m + 1; k-- > pivot;)
        mpq_div (row[pivot * (m + 1) + k], row[pivot * (m + 1) + k], row[pivot * (m + 1) + pivot]);
      for (guint j = 0; j < m; j++)
        {
          if (j == pivot || mpq_sgn (row[j * (m + 1) + pivot]) == 0)
            continue;
          mpq_set (share, row[j * (m + 1) + pivot]);
          for (guint k = pivot; k <= m; k++)
            {
              mpq_mul (product, share, row[pivot * (m + 1) + k]);
              mpq_sub (row[j * (m + 1) + k], row[j * (m + 1) + k], product);
            }
        }
    }

  for (guint i = 0; i < m; i++)
    {
      guint s = g_array_index (component, guint, i);

      mpq_set (visits[s], row[i * (m + 1) + m]);
      place[s] = G_MAXUINT;
    }
  for (guint i = 0; i < m * (m + 1); i++)
    mpq_clear (row[i]);
  g_free (row);
  mpq_clears (share, product, NULL);
}

/* Sends the component's visits on to the states behind it and to the endings. */
static void
pass_on (const SkyChain *self,
         const GArray *component,
         mpq_t *visits,
         mpq_t *probabilities,
         guint n_endings)
{
  mpq_t share;

  mpq_init (share);
  for (guint i = 0; i < component->len; i++)
    {
      guint s = g_array_index (component, guint, i);
      const State *state = get_state (self, s);

      for (guint k = 0; k < state->moves->len + state->ends->len; k++)
        {
          gboolean is_end = k >= state->moves->len;
          const Way *way = is_end ? &g_array_index (state->ends, Way, k - state->moves->len)
                                  : &g_array_index (state->moves, Way, k);
          gboolean inside = FALSE;

          for (guint j = 0; !is_end && j < component->len && !inside; j++)
            inside = g_array_index (component, guint, j) == way->to;
          if (inside)
            continue;
          g_assert (!is_end || way->to < n_endings);
          mpq_set_ui (share, way->weight, state->total);
          mpq_canonicalize (share);
          mpq_mul (share, share, visits[s]);
          if (is_end)
            mpq_add (probabilities[way->to], probabilities[way->to], share);
          else
            mpq_add (visits[way->to], visits[way->to], share);
        }
    }
  mpq_clear (share);
}

void
sky_chain_solve (SkyChain *self, mpq_t *probabilities, guint n_endings)
{
  g_autoptr (GPtrArray) components = find_components (self);
  guint n = self->states->len;
  g_autofree guint *place = g_new (guint, n);
  mpq_t *visits = g_new (mpq_t, n);

  for (guint i = 0; i < n; i++)
    {
      mpq_init (visits[i]);
      place[i] = G_MAXUINT;
    }
  for (guint i = 0; i < n_endings; i++)
    mpq_set_ui (probabilities[i], 0, 1);
  if (n > 0)
    mpq_set_ui (visits[0], 1, 1);

  /* The search finds a component after all that it leads to: the start's is last. */
  for (guint c = components->len; c-- > 0;)
    {
      solve_component (self, components->pdata[c], visits, place);
      pass_on (self, components->pdata[c], visits, probabilities, n_endings);
    }

  for (guint i = 0; i < n; i++)
    mpq_clear (visits[i]);
  g_free (visits);
}
