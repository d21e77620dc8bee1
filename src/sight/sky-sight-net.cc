/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-net-private.h"

#include <dnnl.hpp>
#include <map>
#include <omp.h>
#include <opencv2/dnn/all_layers.hpp>
#include <stdexcept>
#include <unordered_map>

using dnnl::convolution_forward;
using dnnl::memory;
using dnnl::pooling_forward;

namespace
{
constexpr size_t COLORS = 3;

/* While there is one, oneDNN starts no threads for the thread that has it: whoever reads many
 * tables does so with a thread for each. */
class OneThread
{
public:
  OneThread () : before (omp_get_max_threads ())
  {
    omp_set_num_threads (1);
  }
  ~OneThread ()
  {
    omp_set_num_threads (before);
  }
  OneThread (const OneThread &) = delete;
  OneThread &operator= (const OneThread &) = delete;

private:
  int before;
};

struct Step
{
  dnnl::primitive what;
  std::unordered_map<int, memory> with;
};

memory::dim
dim_of (size_t n)
{
  return static_cast<memory::dim> (n);
}

memory::desc
describe (const memory::dims &sizes, memory::format_tag order = memory::format_tag::any)
{
  return { sizes, memory::data_type::f32, order };
}

/* Height and width. */
memory::dims
sizes_of (const std::vector<size_t> &sizes)
{
  return { dim_of (sizes.at (0)), dim_of (sizes.at (1)) };
}

/* How a layer is computed. @cut: what is below 0 counts as 0. The memory to work in is the step's
 * own: oneDNN's is the thread's, and a net may be made in one thread and asked in another. */
dnnl::primitive_attr
attributes_of (bool cut)
{
  dnnl::primitive_attr attributes;
  dnnl::post_ops then;

  if (cut)
    then.append_eltwise (1, dnnl::algorithm::eltwise_relu, 0, 0);
  attributes.set_post_ops (then);
  attributes.set_scratchpad_mode (dnnl::scratchpad_mode::user);
  return attributes;
}
}

/* Crops are computed one by one: eight together take as long, and fewer are often asked. */
struct SightNet::Parts
{
  dnnl::engine engine{ dnnl::engine::kind::cpu, 0 };
  dnnl::stream stream{ engine };
  std::vector<Step> steps;
  cv::Size size;
  size_t answers;
  std::vector<float> crops, logits;   /* of all */
  memory crop, last;                  /* of one, and what the last step makes of it */
  std::map<std::string, memory> made; /* by the layer that made it, or the file's input */

  Parts (const cv::Size &crop_size, size_t n_answers);
  size_t n_numbers () const;
  memory copy (float *numbers, const memory::desc &are, const memory::desc &to);
  void arrange (const memory::desc &as);
  void add_step (const dnnl::primitive &what,
                 const dnnl::primitive_desc_base &how,
                 std::unordered_map<int, memory> with);
  convolution_forward::primitive_desc
  choose (const cv::dnn::BaseConvolutionLayer &layer, const memory::dims &kernels, bool cut);
  void add_convolution (const cv::dnn::BaseConvolutionLayer &layer, bool cut);
  void add_pooling (const cv::dnn::PoolingLayer &layer);
  void join (const std::vector<std::string> &inputs);
  void add_layer (const cv::dnn::Layer &layer, const std::vector<std::string> &inputs, bool cut);
  void end ();
};

SightNet::Parts::Parts (const cv::Size &crop_size, size_t n_answers)
    : size (crop_size), answers (n_answers), crops (MOST * n_numbers ()), logits (MOST * answers),
      crop (describe ({ 1, COLORS, size.height, size.width }, memory::format_tag::nhwc), engine),
      last (crop), made{ { "_input", crop } }
{
}

/* Of one crop. */
size_t
SightNet::Parts::n_numbers () const
{
  return static_cast<size_t> (size.area ()) * COLORS;
}

memory
SightNet::Parts::copy (float *numbers, const memory::desc &are, const memory::desc &to)
{
  memory from (are, engine, numbers), copied (to, engine);

  dnnl::reorder (from, copied).execute (stream, from, copied);
  stream.wait ();
  return copied;
}

void
SightNet::Parts::add_step (const dnnl::primitive &what,
                           const dnnl::primitive_desc_base &how,
                           std::unordered_map<int, memory> with)
{
  with.insert ({ DNNL_ARG_SCRATCHPAD, memory (how.scratchpad_desc (), engine) });
  steps.push_back ({ what, std::move (with) });
}

/* A step, if one is needed, after which numbers lie in the order of @as. */
void
SightNet::Parts::arrange (const memory::desc &as)
{
  memory from = last;

  if (from.get_desc () == as)
    return;
  last = memory (as, engine);
  dnnl::reorder::primitive_desc how (from, last, attributes_of (false));
  add_step (dnnl::reorder (how), how, { { DNNL_ARG_FROM, from }, { DNNL_ARG_TO, last } });
}

/* How @layer is best computed here. S. Winograd's way takes fewer multiplications; oneDNN has it
 * for processors with AVX-512, and by itself chooses it for larger layers only. */
convolution_forward::primitive_desc
SightNet::Parts::choose (const cv::dnn::BaseConvolutionLayer &layer,
                         const memory::dims &kernels,
                         bool cut)
{
  const memory::dims in = last.get_desc ().dims (), strides = sizes_of (layer.strides),
                     before = sizes_of (layer.pads_begin), after = sizes_of (layer.pads_end);
  memory::dims of = { 1, kernels.at (0), 0, 0 };

  for (size_t i = 0; i < 2; i++)
    of[2 + i] = (in.at (2 + i) + before[i] + after[i] - kernels.at (2 + i)) / strides.at (i) + 1;
  const auto try_by = [&] (dnnl::algorithm algorithm, bool may_fail) {
    return convolution_forward::primitive_desc (
        { dnnl::prop_kind::forward_inference, algorithm, describe (in), describe (kernels),
          describe ({ kernels[0] }, memory::format_tag::x), describe (of), strides, before, after },
        attributes_of (cut), engine, may_fail);
  };
  convolution_forward::primitive_desc how;
  if (in[1] > dim_of (COLORS))
    how = try_by (dnnl::algorithm::convolution_winograd, true);
  return how ? how : try_by (dnnl::algorithm::convolution_auto, false);
}

void
SightNet::Parts::add_convolution (const cv::dnn::BaseConvolutionLayer &layer, bool cut)
{
  cv::Mat kernels = layer.blobs.at (0), bias = layer.blobs.at (1);
  const memory::dims sizes (kernels.size.p, kernels.size.p + kernels.dims);
  convolution_forward::primitive_desc how = choose (layer, sizes, cut);

  arrange (how.src_desc ());
  memory from = last;
  memory weights =
      copy (kernels.ptr<float> (), describe (sizes, memory::format_tag::oihw), how.weights_desc ());
  memory added = copy (bias.ptr<float> (), how.bias_desc (), how.bias_desc ());
  last = memory (how.dst_desc (), engine);
  add_step (convolution_forward (how), how,
            { { DNNL_ARG_SRC, from },
              { DNNL_ARG_WEIGHTS, weights },
              { DNNL_ARG_BIAS, added },
              { DNNL_ARG_DST, last } });
}

void
SightNet::Parts::add_pooling (const cv::dnn::PoolingLayer &layer)
{
  constexpr int MEAN = 1; /* OpenCV's number of this kind */
  const memory::dims sides = sizes_of (layer.kernel_size), strides = sizes_of (layer.strides),
                     none = { 0, 0 };
  memory from = last;
  memory::dims of = from.get_desc ().dims ();

  for (size_t i = 0; i < 2; i++)
    of.at (2 + i) = (of.at (2 + i) - sides[i]) / strides[i] + 1;
  pooling_forward::primitive_desc how (
      { dnnl::prop_kind::forward_inference,
        layer.type == MEAN ? dnnl::algorithm::pooling_avg_exclude_padding
                           : dnnl::algorithm::pooling_max,
        from.get_desc (), describe (of), strides, sides, none, none },
      attributes_of (false), engine);
  last = memory (how.dst_desc (), engine);
  add_step (pooling_forward (how), how, { { DNNL_ARG_SRC, from }, { DNNL_ARG_DST, last } });
}

/* Puts what several layers made behind each other. */
void
SightNet::Parts::join (const std::vector<std::string> &inputs)
{
  std::unordered_map<int, memory> with;
  std::vector<memory::desc> sources;

  for (const std::string &input : inputs)
    {
      last = made.at (input);
      arrange (describe (last.get_desc ().dims (), memory::format_tag::nchw));
      with.insert ({ DNNL_ARG_MULTIPLE_SRC + static_cast<int> (sources.size ()), last });
      sources.push_back (last.get_desc ());
    }
  dnnl::concat::primitive_desc how (1, sources, engine, attributes_of (false));
  last = memory (how.dst_desc (), engine);
  with.insert ({ DNNL_ARG_DST, last });
  add_step (dnnl::concat (how), how, std::move (with));
}

/* @cut: what is below 0 in what the layer makes counts as 0. */
void
SightNet::Parts::add_layer (const cv::dnn::Layer &layer,
                            const std::vector<std::string> &inputs,
                            bool cut)
{
  const auto *convolution = dynamic_cast<const cv::dnn::BaseConvolutionLayer *> (&layer);
  const auto *pooling = dynamic_cast<const cv::dnn::PoolingLayer *> (&layer);

  last = made.at (inputs.at (0));
  if (convolution != nullptr)
    add_convolution (*convolution, cut);
  else if (pooling != nullptr)
    add_pooling (*pooling);
  else if (layer.type == "Concat")
    join (inputs);
  else if (layer.type != "ReLU" && layer.type != "Padding" && layer.type != "Flatten")
    throw std::runtime_error ("a layer " + layer.type + " is not known");
  made.insert ({ layer.name, last });
}

void
SightNet::Parts::end ()
{
  const memory::dims point = { 1, dim_of (answers), 1, 1 };

  if (last.get_desc ().dims () != point)
    throw std::runtime_error ("the net does not end in one point");
  arrange (describe (point, memory::format_tag::nchw));
}

SightNet::SightNet (cv::dnn::Net &file,
                    const std::string &name,
                    const cv::Size &size,
                    size_t answers)
{
  OneThread alone;
  std::vector<int> layers;

  for (const std::string &layer : file.getLayerNames ())
    if (layer.find (name) != std::string::npos)
      layers.push_back (file.getLayerId (layer));
  parts.reset (new Parts (size, answers));
  for (size_t i = 0; i < layers.size (); i++)
    {
      std::vector<std::string> inputs;

      for (const cv::Ptr<cv::dnn::Layer> &input : file.getLayerInputs (layers[i]))
        inputs.push_back (input->name);
      parts->add_layer (*file.getLayer (layers[i]), inputs,
                        i + 1 < layers.size () && file.getLayer (layers[i + 1])->type == "ReLU");
    }
  parts->end ();
}

SightNet::~SightNet () = default;

cv::Mat
SightNet::input (size_t which)
{
  return cv::Mat (parts->size, CV_32FC3, parts->crops.data () + which * parts->n_numbers ());
}

cv::Mat
SightNet::ask (size_t n)
{
  OneThread alone;

  for (size_t i = 0; i < n; i++)
    {
      parts->crop.set_data_handle (parts->crops.data () + i * parts->n_numbers ());
      parts->last.set_data_handle (parts->logits.data () + i * parts->answers);
      for (const Step &step : parts->steps)
        step.what.execute (parts->stream, step.with);
    }
  parts->stream.wait ();
  return cv::Mat (static_cast<int> (n), static_cast<int> (parts->answers), CV_32F,
                  parts->logits.data ());
}
